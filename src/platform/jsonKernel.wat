;; Counts what text takes inside a JSON string, 32 bytes at a time (WebAssembly SIMD).
;; The caller copies a text into memory, at most 12,288 units, so that either count of the result fits 16 bits. In the low
;; half: bytes of JSON beyond one a unit. In the high half: how many more bytes that JSON takes inside another JSON string.
;; Spaces are put behind the text up to a whole step: they count for nothing, and pair with no surrogate.
;; A comparison gives -1 in each lane that it is true of; lanes are added up every 2,048 bytes, before one can overflow.
;; Nothing in the loops is a function of its own: not every engine would inline it.
(module
  (memory (export "memory") 1)

  ;; One-byte units (Latin-1): a unit from 0x80 on takes a second byte.
  (func (export "oneByte") (param $length i32) (result i32)
    (local $at i32) (local $end i32) (local $a v128) (local $b v128) (local $x v128)
    (local $quotes v128) (local $controls v128) (local $letters v128) (local $high v128)
    (local $quoteCount i32) (local $controlCount i32) (local $letterCount i32) (local $highCount i32)
    (v128.store (local.get $length) (i8x16.splat (i32.const 0x20)))
    (v128.store offset=16 (local.get $length) (i8x16.splat (i32.const 0x20)))
    (block $done
      (loop $block
        (br_if $done (i32.ge_u (local.get $at) (local.get $length)))
        (local.set $end (i32.add (local.get $at) (i32.const 2048)))
        (if (i32.gt_u (local.get $end) (local.get $length)) (then (local.set $end (local.get $length))))
        (local.set $quotes (i8x16.splat (i32.const 0)))
        (local.set $controls (i8x16.splat (i32.const 0)))
        (local.set $letters (i8x16.splat (i32.const 0)))
        (local.set $high (i8x16.splat (i32.const 0)))
        (loop $next
          (local.set $a (v128.load (local.get $at)))
          (local.set $b (v128.load offset=16 (local.get $at)))
          (local.set $quotes (i8x16.add (local.get $quotes) (i8x16.add
            (v128.or
              (i8x16.eq (local.get $a) (i8x16.splat (i32.const 0x22)))
              (i8x16.eq (local.get $a) (i8x16.splat (i32.const 0x5c))))
            (v128.or
              (i8x16.eq (local.get $b) (i8x16.splat (i32.const 0x22)))
              (i8x16.eq (local.get $b) (i8x16.splat (i32.const 0x5c)))))))
          ;; Signed: what is high, too. That costs one instruction less.
          (local.set $controls (i8x16.add (local.get $controls) (i8x16.add
            (i8x16.lt_s (local.get $a) (i8x16.splat (i32.const 0x20)))
            (i8x16.lt_s (local.get $b) (i8x16.splat (i32.const 0x20))))))
          ;; \b \t \n \f \r
          (local.set $x (v128.const i8x16 0 0 0 0 0 0 0 0 -1 -1 -1 0 -1 -1 0 0))
          (local.set $letters (i8x16.add (local.get $letters) (i8x16.add
            (i8x16.swizzle (local.get $x) (local.get $a))
            (i8x16.swizzle (local.get $x) (local.get $b)))))
          (local.set $high (i8x16.add (local.get $high) (i8x16.add
            (i8x16.lt_s (local.get $a) (i8x16.splat (i32.const 0)))
            (i8x16.lt_s (local.get $b) (i8x16.splat (i32.const 0))))))
          (local.set $at (i32.add (local.get $at) (i32.const 32)))
          (br_if $next (i32.lt_u (local.get $at) (local.get $end))))
        (local.set $quoteCount (i32.add (local.get $quoteCount) (call $sum (local.get $quotes))))
        (local.set $controlCount (i32.add (local.get $controlCount) (call $sum (local.get $controls))))
        (local.set $letterCount (i32.add (local.get $letterCount) (call $sum (local.get $letters))))
        (local.set $highCount (i32.add (local.get $highCount) (call $sum (local.get $high))))
        (br $block)))
    (call $packed
      (local.get $quoteCount)
      (i32.sub (local.get $controlCount) (local.get $highCount))
      (local.get $letterCount)
      (local.get $highCount)
      (i32.const 0)))

  ;; Two-byte units (UTF-16): a second byte from 0x80 on, a third from 0x800 on; a pair takes two less than its halves, and
  ;; a lone surrogate three more, since `\ud83d` takes six. `length` is in units.
  (func (export "twoByte") (param $length i32) (result i32)
    (local $at i32) (local $stop i32) (local $end i32) (local $a v128) (local $b v128) (local $x v128)
    (local $quotes v128) (local $controls v128) (local $letters v128) (local $high v128)
    (local $halves v128)
    (local $quoteCount i32) (local $controlCount i32) (local $letterCount i32) (local $highCount i32)
    (local $start i32) (local $halfCount i32) (local $pairCount i32) (local $loneCount i32)
    (local.set $stop (i32.shl (local.get $length) (i32.const 1)))
    (v128.store (local.get $stop) (i16x8.splat (i32.const 0x20)))
    (v128.store offset=16 (local.get $stop) (i16x8.splat (i32.const 0x20)))
    (v128.store offset=32 (local.get $stop) (i16x8.splat (i32.const 0x20)))
    (block $done
      (loop $block
        (br_if $done (i32.ge_u (local.get $at) (local.get $stop)))
        (local.set $start (local.get $at))
        (local.set $end (i32.add (local.get $at) (i32.const 2048)))
        (if (i32.gt_u (local.get $end) (local.get $stop)) (then (local.set $end (local.get $stop))))
        (local.set $quotes (i8x16.splat (i32.const 0)))
        (local.set $controls (i8x16.splat (i32.const 0)))
        (local.set $letters (i8x16.splat (i32.const 0)))
        (local.set $halves (i16x8.splat (i32.const 0)))
        (loop $next
          (local.set $a (v128.load (local.get $at)))
          (local.set $b (v128.load offset=16 (local.get $at)))
          (local.set $high (i16x8.add (local.get $high) (i16x8.add
            (i16x8.add
              (i16x8.ge_u (local.get $a) (i16x8.splat (i32.const 0x80)))
              (i16x8.ge_u (local.get $a) (i16x8.splat (i32.const 0x800))))
            (i16x8.add
              (i16x8.ge_u (local.get $b) (i16x8.splat (i32.const 0x80)))
              (i16x8.ge_u (local.get $b) (i16x8.splat (i32.const 0x800)))))))
          (local.set $x (i16x8.add
            (i16x8.eq (v128.and (local.get $a) (i16x8.splat (i32.const 0xf800))) (i16x8.splat (i32.const 0xd800)))
            (i16x8.eq (v128.and (local.get $b) (i16x8.splat (i32.const 0xf800))) (i16x8.splat (i32.const 0xd800)))))
          (local.set $halves (i16x8.add (local.get $halves) (local.get $x)))
          ;; In one byte a unit; what is no ASCII becomes 0xff, which escapes nothing.
          (local.set $a (i8x16.narrow_i16x8_u
            (i16x8.min_u (local.get $a) (i16x8.splat (i32.const 0xff)))
            (i16x8.min_u (local.get $b) (i16x8.splat (i32.const 0xff)))))
          (local.set $quotes (i8x16.add (local.get $quotes) (v128.or
            (i8x16.eq (local.get $a) (i8x16.splat (i32.const 0x22)))
            (i8x16.eq (local.get $a) (i8x16.splat (i32.const 0x5c))))))
          (local.set $controls (i8x16.add (local.get $controls)
            (i8x16.le_u (local.get $a) (i8x16.splat (i32.const 0x1f)))))
          (local.set $letters (i8x16.add (local.get $letters)
            (i8x16.swizzle (v128.const i8x16 0 0 0 0 0 0 0 0 -1 -1 -1 0 -1 -1 0 0) (local.get $a))))
          (local.set $at (i32.add (local.get $at) (i32.const 32)))
          (br_if $next (i32.lt_u (local.get $at) (local.get $end))))
        (local.set $quoteCount (i32.add (local.get $quoteCount) (call $sum (local.get $quotes))))
        (local.set $controlCount (i32.add (local.get $controlCount) (call $sum (local.get $controls))))
        (local.set $letterCount (i32.add (local.get $letterCount) (call $sum (local.get $letters))))
        (if (v128.any_true (local.get $halves)) (then
          (local.set $halfCount (i32.add (local.get $halfCount) (call $sum16 (local.get $halves))))
          (local.set $pairCount (i32.add (local.get $pairCount) (call $pairs (local.get $start) (local.get $at))))))
        (br $block)))
    (local.set $loneCount (i32.sub (local.get $halfCount) (i32.shl (local.get $pairCount) (i32.const 1))))
    (local.set $highCount (i32.sub (call $sum16 (local.get $high)) (i32.shl (local.get $pairCount) (i32.const 1))))
    (call $packed
      (local.get $quoteCount) (local.get $controlCount) (local.get $letterCount) (local.get $highCount)
      (local.get $loneCount)))

  ;; Pairs that begin between two places. They are looked for where there are halves, and apart: the code for it inside of
  ;; the loop above would double its time on newer engines, even if it was never run.
  (func $pairs (param $at i32) (param $end i32) (result i32)
    (local $pairs v128)
    (loop $next
      (local.set $pairs (i16x8.add (local.get $pairs) (v128.and
        (i16x8.eq
          (v128.and (v128.load (local.get $at)) (i16x8.splat (i32.const 0xfc00)))
          (i16x8.splat (i32.const 0xd800)))
        (i16x8.eq
          (v128.and (v128.load offset=2 (local.get $at)) (i16x8.splat (i32.const 0xfc00)))
          (i16x8.splat (i32.const 0xdc00))))))
      (local.set $at (i32.add (local.get $at) (i32.const 16)))
      (br_if $next (i32.lt_u (local.get $at) (local.get $end))))
    (call $sum16 (local.get $pairs)))

  ;; A quote or a backslash takes 1 more; a control 5, \b \t \n \f \r but 1; the next layer 2, 1 and 1, and 1 for what is lone.
  (func $packed (param $quotes i32) (param $controls i32) (param $letters i32) (param $high i32) (param $lone i32)
    (result i32)
    (i32.or
      (i32.add
        (i32.add (local.get $quotes) (local.get $high))
        (i32.add
          (i32.mul (local.get $lone) (i32.const 3))
          (i32.sub
            (i32.mul (local.get $controls) (i32.const 5))
            (i32.shl (local.get $letters) (i32.const 2)))))
      (i32.shl
        (i32.add (i32.add (i32.shl (local.get $quotes) (i32.const 1)) (local.get $controls)) (local.get $lone))
        (i32.const 16))))

  ;; Minus the sum of sixteen lanes, each 0 to -128.
  (func $sum (param $lanes v128) (result i32)
    (call $sum16 (i16x8.extadd_pairwise_i8x16_s (local.get $lanes))))

  ;; Minus the sum of eight signed lanes.
  (func $sum16 (param $lanes v128) (result i32)
    (local $wide v128)
    (local.set $wide (i32x4.extadd_pairwise_i16x8_s (local.get $lanes)))
    (i32.sub
      (i32.const 0)
      (i32.add
        (i32.add (i32x4.extract_lane 0 (local.get $wide)) (i32x4.extract_lane 1 (local.get $wide)))
        (i32.add (i32x4.extract_lane 2 (local.get $wide)) (i32x4.extract_lane 3 (local.get $wide)))))))
