;; Looks through bytes sixteen at a time. Assembled into scan-program.ts by `node scripts/wat.js`.
(module
  (memory (export "memory") 9)

  ;; How many line ends are between two places.
  (func (export "count") (param $at i32) (param $end i32) (result i32)
    (local $count i32)
    (block $rest
      (loop $sixteen
        (br_if $rest (i32.gt_u (i32.add (local.get $at) (i32.const 16)) (local.get $end)))
        (local.set $count (i32.add (local.get $count)
          (i32.popcnt (i8x16.bitmask (i8x16.eq (v128.load align=1 (local.get $at)) (i8x16.splat (i32.const 10)))))))
        (local.set $at (i32.add (local.get $at) (i32.const 16)))
        (br $sixteen)))
    (block $done
      (loop $one
        (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
        (local.set $count (i32.add (local.get $count) (i32.eq (i32.load8_u (local.get $at)) (i32.const 10))))
        (local.set $at (i32.add (local.get $at) (i32.const 1)))
        (br $one)))
    (local.get $count))

  ;; Where some bytes are next, or -1. Only where their first and their last byte are in place the others are compared.
  (func (export "find") (param $at i32) (param $end i32) (param $needle i32) (param $length i32) (result i32)
    (local $candidates i32) (local $here i32) (local $offset i32) (local $first v128) (local $last v128)
    (local.set $end (i32.sub (local.get $end) (local.get $length)))
    (local.set $first (i8x16.splat (i32.load8_u (local.get $needle))))
    (local.set $last (i8x16.splat
      (i32.load8_u (i32.sub (i32.add (local.get $needle) (local.get $length)) (i32.const 1)))))
    (block $nowhere
      (loop $sixteen
        (br_if $nowhere (i32.gt_s (local.get $at) (local.get $end)))
        (local.set $candidates (i8x16.bitmask (v128.and
          (i8x16.eq (v128.load align=1 (local.get $at)) (local.get $first))
          (i8x16.eq
            (v128.load align=1 (i32.sub (i32.add (local.get $at) (local.get $length)) (i32.const 1)))
            (local.get $last)))))
        (block $none
          (loop $candidate
            (br_if $none (i32.eqz (local.get $candidates)))
            (local.set $here (i32.add (local.get $at) (i32.ctz (local.get $candidates))))
            (br_if $nowhere (i32.gt_s (local.get $here) (local.get $end)))
            (local.set $offset (i32.const 1))
            (block $other
              (block $same
                (loop $byte
                  (br_if $same (i32.ge_s (local.get $offset) (local.get $length)))
                  (br_if $other (i32.ne
                    (i32.load8_u (i32.add (local.get $here) (local.get $offset)))
                    (i32.load8_u (i32.add (local.get $needle) (local.get $offset)))))
                  (local.set $offset (i32.add (local.get $offset) (i32.const 1)))
                  (br $byte)))
              (return (local.get $here)))
            (local.set $candidates
              (i32.and (local.get $candidates) (i32.sub (local.get $candidates) (i32.const 1))))
            (br $candidate)))
        (local.set $at (i32.add (local.get $at) (i32.const 16)))
        (br $sixteen)))
    (i32.const -1)))
