/**
 * One profile for all vocabularies: `expected` aims at their middle, `safe` at the dearest for each text.
 * Written by bench/tokens/fit/run.mjs from 1613 samples of the training corpus
 * (SHA-256 8ce7fbb54b135564); do not edit.
 */
import type { TokenProfile } from "../profile.js";

export const GENERIC: TokenProfile = {
  expected:
    "ZO3^kViXkciVhdgdaida##YS##e^kkRik_ackijfYcabTX#7ZkVgkdjik[hjhkhgka#V_^dekakkffh6cagfgkfjaWe[U^cidVk##bgX]RZJXRXaaabWCkkPfk#2eeaj>X#aN_acabkkkkkkZkkekkikkkkkkabcb[H#T##keekeeaKLX[Xja#f#HYC:##jdekZe[[[[[[ba###eQc:N^kke#j]eH__UVga=jU_.QTkkkgfk[_8[]b_]ekVaVhSaOehk]ha_^Ma#^^^[kXbYY[a]i^e^gkUAc^[cZghkY#Xa&H*hhkYehcX]_bb_abkYaNg#cPhh_XedbdQ]d_abekZcYQ_aZeKkfjkg^_Zb^^a_kZZZdQMJfjkRge^c]^_^^^ikZ^ZZ#d^ggkhgdV^Ra]^^cakZYZjbg]hkdVgkbdfWgcibkkZ[Ydddddgakjkddddeddddaddeiumqppplljppppppppppkkl9##Lvvvvvvvvvvvvvvvvrtt]ZZnnp^]gFmmlmm]cf/plvvvdUgmro^a]qprlmmvvvwwwoolsqowwwtttssqrsrwwwvvvsstcehbgegk^ahkvvvzzzyzxTRUSKaY#J##P[]VB@QFajkjgkjkkjjjkjjjjkjjjkVjjjjkkkkjjr",
  safe: "lZklljl-lSlhlllllalflljE-Tl-kl-liljlllllllflli--lllllllililQl[lllfjlkllllllllikdjcllkkklfjklbbelgll-Qjlb[b_[egifgggDBlljll-IllcgT]7lXlfgggllllllllllllllkllllffgh_b-lMlllljll_ehflk-fil_bla^--lkllglgghggggfXXXgYld@NldlYljjYdgelhfWiKlicllllkhlMSRP-aXTljYC1l^ghgjlOl^^Ula-XSUkj7-=Vcgllll-hiccVSFW[d_j---l-hcjjgchlMf?clW]]ll3--ce?djil-hh^e-OiXa]lj3-Aillkh:k[li-YP_WRRYfj553lllejllll]lb^-VVRRlj5-0dllijlllllV-D-XRR^lj515lllllll-hlllellhhllj4-7gggfhlflhlffffhfffffffhrvvvuuuuuuuuuuuuuuuuqrqyyxy{{{{{{{{{{{{{{{{zzzsrspppruugpjvvvqrqqvt{{{trt{{{xyy{{{y{{{{{{{{yyuzxw{{{zzzyuxzx{{{{{{{zz{nnrgonuqprwm{{{~!!~|}_UjfPflgX-fZfhgOPYgfpqpppppvpppyppppyppppfpppppppppp}",
};
