import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A decision that changes what was measured before it. */
export interface ChangingDecision {
  readonly id: string
  /** Names of plans, or of pages whose samples are not kept. */
  readonly names: readonly string[]
  /** ISO 8601: what was begun before is not what would be measured now. */
  readonly before: string
}

/** Characters of a time to the minute. */
const MINUTE = 16

/** Decisions say it so: **Changes results** measured before 2026-11-28T18:00Z: `quick`, `modern`. */
const LINE = /^\*\*Changes results\*\* measured before (\S+): ((?:`[\w-]+`(?:, )?)+)\.$/gm

export function changingDecisions(folder: string): ChangingDecision[] {
  return readdirSync(folder)
    .filter((file) => /^\d{3}-.*\.md$/.test(file))
    .toSorted()
    .flatMap((file) =>
      Array.from(readFileSync(join(folder, file), 'utf8').matchAll(LINE), ([, before = '', names = '']) => ({
        ...{ id: file.slice(0, 3), before },
        names: Array.from(names.matchAll(/`([\w-]+)`/g), ([, name = '']) => name),
      })),
    )
}

/** Returns those that change what was begun at this time, or on this day. */
export function laterThan(
  decisions: readonly ChangingDecision[],
  name: string,
  begun: string,
): readonly ChangingDecision[] {
  return decisions.filter(
    ({ names, before }) => names.includes(name) && begun.slice(0, MINUTE) < before.slice(0, MINUTE),
  )
}
