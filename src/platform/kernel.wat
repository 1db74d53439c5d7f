;; Counts what UTF-8 would take, and newlines, sixteen bytes at a time (WebAssembly SIMD).
;; The caller copies a text into memory, at most 32,768 units of one byte or 16,384 of two, so that either count of the
;; result fits 16 bits: newlines in the low half, extra bytes in the high half. Zeros are put behind the text up to a whole
;; step: they count for nothing. A comparison gives -1 in each lane that it is true of, and lanes are added up at the end:
;; that is half the instructions of a count of bits for each vector.
(module
  (memory (export "memory") 2)

  ;; Bytes of valid UTF-8: in the high half, how many more bytes than UTF-16 units. A continuation is a byte that makes no
  ;; unit; a sequence of four makes two units.
  (func (export "utf8") (param $length i32) (result i32)
    (local $at i32) (local $newlines v128) (local $extra v128)
    (local $a v128) (local $b v128) (local $c v128) (local $d v128)
    (call $pad (local.get $length))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $at) (local.get $length)))
        (local.set $a (v128.load (local.get $at)))
        (local.set $b (v128.load offset=16 (local.get $at)))
        (local.set $c (v128.load offset=32 (local.get $at)))
        (local.set $d (v128.load offset=48 (local.get $at)))
        (local.set $newlines (i16x8.sub (local.get $newlines) (i16x8.extadd_pairwise_i8x16_s
          (i8x16.add
            (i8x16.add
              (i8x16.eq (local.get $a) (i8x16.splat (i32.const 10)))
              (i8x16.eq (local.get $b) (i8x16.splat (i32.const 10))))
            (i8x16.add
              (i8x16.eq (local.get $c) (i8x16.splat (i32.const 10)))
              (i8x16.eq (local.get $d) (i8x16.splat (i32.const 10))))))))
        (local.set $extra (i16x8.sub (local.get $extra) (i16x8.extadd_pairwise_i8x16_s
          (i8x16.sub
            (i8x16.add
              (i8x16.add
                (i8x16.lt_s (local.get $a) (i8x16.splat (i32.const -64)))
                (i8x16.lt_s (local.get $b) (i8x16.splat (i32.const -64))))
              (i8x16.add
                (i8x16.lt_s (local.get $c) (i8x16.splat (i32.const -64)))
                (i8x16.lt_s (local.get $d) (i8x16.splat (i32.const -64)))))
            (i8x16.add
              (i8x16.add
                (i8x16.ge_u (local.get $a) (i8x16.splat (i32.const 0xf0)))
                (i8x16.ge_u (local.get $b) (i8x16.splat (i32.const 0xf0))))
              (i8x16.add
                (i8x16.ge_u (local.get $c) (i8x16.splat (i32.const 0xf0)))
                (i8x16.ge_u (local.get $d) (i8x16.splat (i32.const 0xf0)))))))))
        (local.set $at (i32.add (local.get $at) (i32.const 64)))
        (br $next)))
    (call $both (local.get $newlines) (local.get $extra)))

  ;; One-byte units (Latin-1): a unit from 0x80 on, negative as a signed byte, takes a second byte.
  (func (export "oneByte") (param $length i32) (result i32)
    (local $at i32) (local $newlines v128) (local $extra v128)
    (local $a v128) (local $b v128) (local $c v128) (local $d v128)
    (call $pad (local.get $length))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $at) (local.get $length)))
        (local.set $a (v128.load (local.get $at)))
        (local.set $b (v128.load offset=16 (local.get $at)))
        (local.set $c (v128.load offset=32 (local.get $at)))
        (local.set $d (v128.load offset=48 (local.get $at)))
        (local.set $newlines (i16x8.sub (local.get $newlines) (i16x8.extadd_pairwise_i8x16_s
          (i8x16.add
            (i8x16.add
              (i8x16.eq (local.get $a) (i8x16.splat (i32.const 10)))
              (i8x16.eq (local.get $b) (i8x16.splat (i32.const 10))))
            (i8x16.add
              (i8x16.eq (local.get $c) (i8x16.splat (i32.const 10)))
              (i8x16.eq (local.get $d) (i8x16.splat (i32.const 10))))))))
        (local.set $extra (i16x8.sub (local.get $extra) (i16x8.extadd_pairwise_i8x16_s
          (i8x16.add
            (i8x16.add
              (i8x16.lt_s (local.get $a) (v128.const i64x2 0 0))
              (i8x16.lt_s (local.get $b) (v128.const i64x2 0 0)))
            (i8x16.add
              (i8x16.lt_s (local.get $c) (v128.const i64x2 0 0))
              (i8x16.lt_s (local.get $d) (v128.const i64x2 0 0)))))))
        (local.set $at (i32.add (local.get $at) (i32.const 64)))
        (br $next)))
    (call $both (local.get $newlines) (local.get $extra)))

  ;; Two-byte units (UTF-16): a second byte from 0x80 on, a third from 0x800 on, and two less for each surrogate pair.
  ;; `length` is in units. What stands behind the last one is 0, so that no low surrogate seems to.
  (func (export "twoByte") (param $length i32) (result i32)
    (local $at i32) (local $end i32) (local $newlines v128) (local $extra v128) (local $units v128)
    (local.set $end (i32.shl (local.get $length) (i32.const 1)))
    (call $pad (local.get $end))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
        (local.set $units (v128.load (local.get $at)))
        (local.set $newlines (i16x8.sub (local.get $newlines)
          (i16x8.eq (local.get $units) (i16x8.splat (i32.const 10)))))
        ;; 2, and one less for each bound that the unit is below
        (local.set $extra (i16x8.add (local.get $extra) (i16x8.add
          (i16x8.splat (i32.const 2))
          (i16x8.add
            (i16x8.eq (v128.and (local.get $units) (i16x8.splat (i32.const 0xff80))) (v128.const i64x2 0 0))
            (i16x8.eq (v128.and (local.get $units) (i16x8.splat (i32.const 0xf800))) (v128.const i64x2 0 0))))))
        (local.set $units (v128.and
          (i16x8.eq (v128.and (local.get $units) (i16x8.splat (i32.const 0xfc00))) (i16x8.splat (i32.const 0xd800)))
          (i16x8.eq
            (v128.and (v128.load offset=2 (local.get $at)) (i16x8.splat (i32.const 0xfc00)))
            (i16x8.splat (i32.const 0xdc00)))))
        (local.set $extra (i16x8.add (local.get $extra) (i16x8.add (local.get $units) (local.get $units))))
        (local.set $at (i32.add (local.get $at) (i32.const 16)))
        (br $next)))
    (call $both (local.get $newlines) (local.get $extra)))

  (func $pad (param $end i32)
    (v128.store (local.get $end) (v128.const i64x2 0 0))
    (v128.store offset=16 (local.get $end) (v128.const i64x2 0 0))
    (v128.store offset=32 (local.get $end) (v128.const i64x2 0 0))
    (v128.store offset=48 (local.get $end) (v128.const i64x2 0 0)))

  (func $both (param $newlines v128) (param $extra v128) (result i32)
    (i32.or
      (call $sum (local.get $newlines))
      (i32.shl (call $sum (local.get $extra)) (i32.const 16))))

  (func $sum (param $lanes v128) (result i32)
    (local $sums v128)
    (local.set $sums (i32x4.extadd_pairwise_i16x8_s (local.get $lanes)))
    (i32.add
      (i32.add (i32x4.extract_lane 0 (local.get $sums)) (i32x4.extract_lane 1 (local.get $sums)))
      (i32.add (i32x4.extract_lane 2 (local.get $sums)) (i32x4.extract_lane 3 (local.get $sums))))))
