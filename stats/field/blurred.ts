import { mix32 } from '../rng.ts'

/** Added to a time before it is moved, so that 0 ms is moved too. */
const FLOOR_MS = 5
/** The same for a number of loads. */
const FLOOR_COUNT = 3

/** Key of how far a vote is moved: its own for each, so that none of them tells how far another was moved. */
interface BlurKey {
  /** SHA-256 of the pseudonym, hexadecimal: a secret between its owner and the server. */
  readonly cidHash: string
  /** A time of the contract, or `loads`. */
  readonly what: string
}

/**
 * A vote as it is counted: moved at random by a factor e^x of Laplace's distribution with this scale, so that who knows all
 * other votes of a curve, having made them up, does not read the last one off it. The factor is taken from the
 * pseudonym's hash: it is the same in every release, so that neither averaging releases nor taking their difference removes it.
 *
 * @param valueMs 0 or more
 * @param scale of the logarithm; 0 leaves the value as it is
 */
export function blurred(valueMs: number, key: BlurKey, scale: number): number {
  if (scale === 0) return valueMs
  return Math.max(0, (valueMs + FLOOR_MS) * Math.exp(scale * laplace(uniform(key))) - FLOOR_MS)
}

/** A number of loads as it is counted: moved by about as large a part of it, up as much as down. May be negative. */
export function blurredCount(count: number, key: BlurKey, scale: number): number {
  return scale === 0 ? count : count + scale * (count + FLOOR_COUNT) * laplace(uniform(key))
}

/** The vote that takes the place of somebody’s own, of so many that there are; null for half of them, whose own stays. */
export function drawnVote(cidHash: string, votes: number): number | null {
  const word = (what: string): number => uniform({ cidHash, what }) * 2 ** 32 - 0.5
  const u = (mix32(word('dcl'), word('loads')) + 0.5) / 2 ** 32
  return u < 0.5 ? Math.floor(2 * u * votes) : null
}

/** Draws at scale 1, from a uniform number between 0 and 1, both excluded. */
function laplace(u: number): number {
  return u < 0.5 ? Math.log(2 * u) : -Math.log(2 * (1 - u))
}

/** A word of 32 bits of the SHA-256 for each thing that is moved, so that none tells of another. */
const WORDS: readonly string[] = ['dns', 'connect', 'handshake', 'wait', 'receive', 'dcl', 'load', 'loads']

/** @throws RangeError where the pseudonym is no SHA-256, or there is no such thing */
function uniform({ cidHash, what }: BlurKey): number {
  const word = WORDS.indexOf(what)
  if (word < 0 || !/^[0-9a-f]{64}$/.test(cidHash))
    throw new RangeError(`nothing is moved by '${what}' of '${cidHash}'`)
  // A half step keeps 0 and 1 out.
  return (Number.parseInt(cidHash.slice(8 * word, 8 * word + 8), 16) + 0.5) / 2 ** 32
}
