import fc from 'fast-check'

/** 1–12 whole numbers from a small range, so that there are ties. */
export const tiedSample = fc.array(fc.integer({ min: -6, max: 6 }), { minLength: 1, maxLength: 12 })

/** 1–12 numbers that are hardly ever equal; in 1024ths, so that sums and differences are exact. */
export const sample = fc.array(
  fc.integer({ min: -1e9, max: 1e9 }).map((value) => value / 1024),
  { minLength: 1, maxLength: 12 },
)
