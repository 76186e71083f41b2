import { ATTACK_WEEK, BETWEEN } from './attacks.ts'
import { type Attack, type FieldWorld, type Published, simulateField } from './simulated-field.ts'

/** Weeks of an attack that are looked at: a quarter, with its turn among them. */
const WEEKS = 13

export interface Moved {
  /** Furthest from what is published without attackers, as a share, in any week from the attack on. */
  readonly furthest: number
  /** Weeks of all seeds in which the curve was held and flagged. */
  readonly frozenWeeks: number
  readonly weeks: number
}

export interface MovedOptions {
  readonly people: number
  readonly share: number
  readonly seeds: readonly number[]
  readonly siteFactor?: (week: number) => number
}

const honestWorlds = new Map<string, Published[]>()

/** How far an attack moves the published median of a cell. The same people, with and without the attackers. */
export function moved(send: Attack['send'], { people, share, seeds, siteFactor }: MovedOptions): Moved {
  let furthest = 0
  let frozenWeeks = 0
  for (const seed of seeds) {
    const world: FieldWorld = {
      ...{ seed, people, between: BETWEEN, within: 0.3 },
      ...(siteFactor === undefined ? {} : { siteFactor }),
    }
    const key = JSON.stringify([seed, people, siteFactor?.(ATTACK_WEEK)])
    const honest = honestWorlds.get(key) ?? simulateField(world, ATTACK_WEEK + WEEKS)
    honestWorlds.set(key, honest)
    const attacked = simulateField({ ...world, attack: { share, send } }, ATTACK_WEEK + WEEKS)
    for (let week = ATTACK_WEEK; week < ATTACK_WEEK + WEEKS; week += 1) {
      const [without, with_] = [honest[week]?.medianMs, attacked[week]?.medianMs]
      if (without && with_) furthest = Math.max(furthest, Math.abs(with_ / without - 1))
      if (attacked[week]?.state === 'frozen') frozenWeeks += 1
    }
  }
  return { furthest, frozenWeeks, weeks: WEEKS * seeds.length }
}
