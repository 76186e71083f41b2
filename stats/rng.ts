/**
 * A seeded generator of numbers in [0, 1): sfc32 of Chris Doty-Humphrey's PractRand 0.94 (public domain), 128 bits
 * of state, seeded and warmed up as there. Same seed, same numbers, on every machine.
 */
export function rng(seed: number): () => number {
  let a = 0
  let b = checkedSeed(seed) | 0
  let c = 0
  let counter = 1
  const next = (): number => {
    const result = (a + b + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + result) | 0
    return result >>> 0
  }
  for (let round = 0; round < 12; round += 1) next()
  return () => next() / 0x1_0000_0000
}

/**
 * Mixes a number below 2^32 with a seed into one below 2^32. For one seed it is a bijection, so sorting ranks by it is
 * a shuffle without ties that needs neither the list in memory nor a state: any rank's place can be told alone.
 */
export function mix32(seed: number, value: number): number {
  const key = scramble(checkedSeed(seed) ^ 0x9e37_79b9)
  return scramble((scramble(value ^ key) + scramble(~key)) | 0) >>> 0
}

/** The bijection with the lowest known bias of two rounds: Chris Wellons, hash-prospector, 2022 (public domain). */
function scramble(value: number): number {
  let mixed = value ^ (value >>> 16)
  mixed = Math.imul(mixed, 0x21f0_aaad)
  mixed ^= mixed >>> 15
  mixed = Math.imul(mixed, 0x735a_2d97)
  return mixed ^ (mixed >>> 15)
}

function checkedSeed(seed: number): number {
  if (!Number.isInteger(seed) || seed < 0 || seed > 0xffff_ffff) {
    throw new RangeError(`a seed is a whole number from 0 to 2^32 - 1, not ${seed}`)
  }
  return seed
}
