import fc from 'fast-check'

/** One change of a file: at a place, as a fraction of its length. */
export type Mutation =
  | { readonly kind: 'set' | 'insert'; readonly place: number; readonly bytes: Uint8Array }
  | { readonly kind: 'delete' | 'repeat' | 'move'; readonly place: number; readonly lengthBytes: number }
  | { readonly kind: 'cut'; readonly place: number }

const place = fc.double({ min: 0, max: 1, noNaN: true })

/** @param tokens that mean something in such a file */
export function mutations(tokens: readonly string[], maxCount = 6): fc.Arbitrary<readonly Mutation[]> {
  const bytes = fc.oneof(
    fc.uint8Array({ minLength: 1, maxLength: 8 }),
    fc.constantFrom(...tokens).map((token) => new Uint8Array(Buffer.from(token))),
  )
  const lengthBytes = fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 20_000 }))
  const mutation: fc.Arbitrary<Mutation> = fc.oneof(
    { weight: 4, arbitrary: fc.record({ kind: fc.constantFrom('set', 'insert'), place, bytes }) },
    {
      weight: 3,
      arbitrary: fc.record({ kind: fc.constantFrom('delete', 'repeat', 'move'), place, lengthBytes }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('cut' as const), place }) },
  )
  return fc.array(mutation, { minLength: 1, maxLength: maxCount })
}

export function mutated(file: Uint8Array, changes: readonly Mutation[]): Buffer<ArrayBuffer> {
  return changes.reduce<Buffer<ArrayBuffer>>(changed, Buffer.from(file))
}

function changed(file: Buffer<ArrayBuffer>, mutation: Mutation): Buffer<ArrayBuffer> {
  const at = Math.floor(mutation.place * file.length)
  const [before, after] = [file.subarray(0, at), file.subarray(at)]
  switch (mutation.kind) {
    case 'set':
      return Buffer.concat([before, mutation.bytes, after.subarray(mutation.bytes.length)])
    case 'insert':
      return Buffer.concat([before, mutation.bytes, after])
    case 'delete':
      return Buffer.concat([before, after.subarray(mutation.lengthBytes)])
    case 'repeat':
      return Buffer.concat([before, after.subarray(0, mutation.lengthBytes), after])
    case 'move':
      return Buffer.concat([
        before,
        after.subarray(mutation.lengthBytes),
        after.subarray(0, mutation.lengthBytes),
      ])
    case 'cut':
      return Buffer.from(before)
  }
}
