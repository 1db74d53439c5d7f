;; Counts what UTF-8 would take, and newlines, sixteen bytes at a time (WebAssembly SIMD).
;; The caller copies a text into memory, at most 32,768 units of one byte or 16,384 of two, so that either count of the
;; result fits 16 bits: newlines in the low half, extra bytes in the high half.
(module
  (memory (export "memory") 2)

  ;; Bytes of valid UTF-8: in the high half, how many more bytes than UTF-16 units. A continuation is a byte that makes no
  ;; unit; a sequence of four makes two units.
  (func (export "utf8") (param $length i32) (result i32)
    (local $at i32) (local $newlines i32) (local $extra i32) (local $end i32) (local $bytes v128) (local $byte i32)
    (local.set $end (i32.and (local.get $length) (i32.const -16)))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
        (local.set $bytes (v128.load (local.get $at)))
        (local.set $newlines (i32.add (local.get $newlines)
          (i32.popcnt (i8x16.bitmask (i8x16.eq (local.get $bytes) (i8x16.splat (i32.const 10)))))))
        (local.set $extra (i32.add (local.get $extra)
          (i32.sub
            (i32.popcnt (i8x16.bitmask (i8x16.lt_s (local.get $bytes) (i8x16.splat (i32.const -64)))))
            (i32.popcnt (i8x16.bitmask (i8x16.gt_u (local.get $bytes) (i8x16.splat (i32.const 0xef))))))))
        (local.set $at (i32.add (local.get $at) (i32.const 16)))
        (br $next)))
    (block $finished
      (loop $rest
        (br_if $finished (i32.ge_u (local.get $at) (local.get $length)))
        (local.set $byte (i32.load8_u (local.get $at)))
        (local.set $newlines (i32.add (local.get $newlines) (i32.eq (local.get $byte) (i32.const 10))))
        (local.set $extra (i32.add (local.get $extra)
          (i32.sub
            (i32.eq (i32.and (local.get $byte) (i32.const 0xc0)) (i32.const 0x80))
            (i32.gt_u (local.get $byte) (i32.const 0xef)))))
        (local.set $at (i32.add (local.get $at) (i32.const 1)))
        (br $rest)))
    (i32.or (local.get $newlines) (i32.shl (local.get $extra) (i32.const 16))))

  ;; One-byte units (Latin-1): a unit from 0x80 on takes a second byte.
  (func (export "oneByte") (param $length i32) (result i32)
    (local $at i32) (local $newlines i32) (local $extra i32) (local $end i32) (local $units v128) (local $unit i32)
    (local.set $end (i32.and (local.get $length) (i32.const -16)))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
        (local.set $units (v128.load (local.get $at)))
        (local.set $newlines (i32.add (local.get $newlines)
          (i32.popcnt (i8x16.bitmask (i8x16.eq (local.get $units) (i8x16.splat (i32.const 10)))))))
        (local.set $extra (i32.add (local.get $extra) (i32.popcnt (i8x16.bitmask (local.get $units)))))
        (local.set $at (i32.add (local.get $at) (i32.const 16)))
        (br $next)))
    (block $finished
      (loop $rest
        (br_if $finished (i32.ge_u (local.get $at) (local.get $length)))
        (local.set $unit (i32.load8_u (local.get $at)))
        (local.set $newlines (i32.add (local.get $newlines) (i32.eq (local.get $unit) (i32.const 10))))
        (local.set $extra (i32.add (local.get $extra) (i32.shr_u (local.get $unit) (i32.const 7))))
        (local.set $at (i32.add (local.get $at) (i32.const 1)))
        (br $rest)))
    (i32.or (local.get $newlines) (i32.shl (local.get $extra) (i32.const 16))))

  ;; Two-byte units (UTF-16): a second byte from 0x80 on, a third from 0x800 on, and two less for each surrogate pair.
  ;; The unit behind the text must be 0: the last unit has no low surrogate behind it. `length` is in units.
  (func (export "twoByte") (param $length i32) (result i32)
    (local $at i32) (local $newlines i32) (local $extra i32) (local $end i32) (local $units v128) (local $unit i32)
    (local.set $end (i32.shl (i32.and (local.get $length) (i32.const -8)) (i32.const 1)))
    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
        (local.set $units (v128.load (local.get $at)))
        (local.set $newlines (i32.add (local.get $newlines)
          (i32.popcnt (i16x8.bitmask (i16x8.eq (local.get $units) (i16x8.splat (i32.const 10)))))))
        (local.set $extra (i32.add (local.get $extra)
          (i32.add
            (i32.popcnt (i16x8.bitmask (i16x8.gt_u (local.get $units) (i16x8.splat (i32.const 0x7f)))))
            (i32.popcnt (i16x8.bitmask (i16x8.gt_u (local.get $units) (i16x8.splat (i32.const 0x7ff))))))))
        (local.set $extra (i32.sub (local.get $extra)
          (i32.shl
            (i32.popcnt (i16x8.bitmask (v128.and
              (i16x8.eq (v128.and (local.get $units) (i16x8.splat (i32.const 0xfc00))) (i16x8.splat (i32.const 0xd800)))
              (i16x8.eq
                (v128.and (v128.load offset=2 (local.get $at)) (i16x8.splat (i32.const 0xfc00)))
                (i16x8.splat (i32.const 0xdc00))))))
            (i32.const 1))))
        (local.set $at (i32.add (local.get $at) (i32.const 16)))
        (br $next)))
    (local.set $end (i32.shl (local.get $length) (i32.const 1)))
    (block $finished
      (loop $rest
        (br_if $finished (i32.ge_u (local.get $at) (local.get $end)))
        (local.set $unit (i32.load16_u (local.get $at)))
        (local.set $newlines (i32.add (local.get $newlines) (i32.eq (local.get $unit) (i32.const 10))))
        (local.set $extra (i32.add (local.get $extra)
          (i32.add
            (i32.gt_u (local.get $unit) (i32.const 0x7f))
            (i32.gt_u (local.get $unit) (i32.const 0x7ff)))))
        (local.set $extra (i32.sub (local.get $extra)
          (i32.shl
            (i32.and
              (i32.eq (i32.and (local.get $unit) (i32.const 0xfc00)) (i32.const 0xd800))
              (i32.eq (i32.and (i32.load16_u offset=2 (local.get $at)) (i32.const 0xfc00)) (i32.const 0xdc00)))
            (i32.const 1))))
        (local.set $at (i32.add (local.get $at) (i32.const 2)))
        (br $rest)))
    (i32.or (local.get $newlines) (i32.shl (local.get $extra) (i32.const 16)))))
