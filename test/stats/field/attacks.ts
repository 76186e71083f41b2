import { type Attack, MIDDLE_MS, normal, type Vote } from './simulated-field.ts'

/** Attackers begin in this week of the simulation, where it is not said otherwise. */
export const ATTACK_WEEK = 13
/** Honest people’s spread, which attackers know. */
export const BETWEEN = 0.5

type Strategy = Attack['send']

/** Days of a week on which a diligent attacker sends: more than most people, as he has to pass the quarantine. */
const DAYS = [0, 2, 4, 5]

function votes(count: number, loadMs: (who: number) => number): Vote[] {
  return Array.from({ length: count }, (_, who) =>
    DAYS.map((weekday) => ({ who, weekday, loadMs: loadMs(who) })),
  ).flat()
}

const from =
  (strategy: Strategy): Strategy =>
  (week, random, attackers) =>
    week < ATTACK_WEEK ? [] : strategy(week, random, attackers)

/** As somebody with a slow, or a fast connection would send: no single vote can be told from an honest one. */
const slow = (random: () => number): number => MIDDLE_MS * Math.exp(BETWEEN * Math.abs(normal(random)))
const fast = (random: () => number): number => MIDDLE_MS ** 2 / slow(random)

/** Somebody like everybody else. */
const usual = (who: number): number => MIDDLE_MS * Math.exp(BETWEEN * 1.2 * Math.sin(1.7 * who))

/** What attackers do, from within the rules of collection: one vote a pseudonym, site, protocol and day. */
export const STRATEGIES: Readonly<Record<string, Strategy>> = {
  'all high: 600 s': from((_, __, n) => votes(n, () => 600_000)),
  'all low: 1 ms': from((_, __, n) => votes(n, () => 1)),
  'just plausible, slow': from((_, random, n) => votes(n, () => slow(random))),
  'just plausible, fast': from((_, random, n) => votes(n, () => fast(random))),
  'one burst week': (week, _, n) => (week === ATTACK_WEEK ? votes(n, () => 2.5 * MIDDLE_MS) : []),
  'slow trickle: a twelfth more each week': from((week, random, n) =>
    votes(Math.round((n * Math.min(12, week - ATTACK_WEEK + 1)) / 12), () => slow(random)),
  ),
  'fifty records a pseudonym': from((_, __, n) =>
    Array.from({ length: 50 * n }, (_, i) => ({ who: i % n, weekday: i % 7, loadMs: 60_000 })),
  ),
  'new pseudonyms each day': from((week, _, n) =>
    Array.from({ length: 7 * n }, (_, i) => ({ who: 10_000 * week + i, weekday: i % 7, loadMs: 60_000 })),
  ),
  'sleepers: honest for 13 weeks, then slow': (week, _, n) =>
    votes(n, (who) => usual(who) * (week < ATTACK_WEEK ? 1 : Math.E)),
  'climbers: 10 % slower each week': (week, _, n) =>
    votes(n, (who) => usual(who) * Math.exp(0.1 * Math.max(0, week - ATTACK_WEEK))),
  'climbers: 10 % faster each week': (week, _, n) =>
    votes(n, (who) => usual(who) * Math.exp(-0.1 * Math.max(0, week - ATTACK_WEEK))),
}

/** They are there before the first curve: nothing tells them from the others. */
export const FROM_THE_FIRST: Strategy = (_, random, n) => votes(n, () => slow(random))

/** The site itself becomes slower by 30 %, and attackers who slept say that it is more. */
export const ON_THE_BACK: Strategy = (week, _, n) =>
  votes(n, (who) => usual(who) * (week < ATTACK_WEEK ? 1 : 1.3 * Math.E))
