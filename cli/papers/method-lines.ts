import type { KeptFacts, KeptRun } from './kept-run.ts'
import { paragraph } from './markdown.ts'

/** Threats that all pages share stand in the index once. */
export const THREATS_TO_ALL = [
  'Server, link and client share two cores of a virtual machine; other work of the machine got what was left.',
  'But on the page of [servers](servers.md), one implementation stands for each protocol: hyper, h2, quinn and rustls on both ends.',
  'Pages are made after numbers that the papers print; their texts and pictures are not those of then.',
  'Where a page names the quick build, the lab’s programs had less optimisation; whether that shows was not measured.',
] as const

const OF_GRAPHS =
  'No browser loaded these pages: the load program replayed their [graphs](../graph.md), without parsing, painting or scripts. ' +
  'Where many small objects come over a short round trip, loads are up to a third faster than in Chromium ' +
  '([comparison](papers.md)).'

const THOSE_OF_ALL = '[Those of all results](README.md#threats-to-validity)'

export function methodLines(runs: readonly KeptRun[], threats: readonly string[]): string[] {
  const isOfGraphs = runs.some(({ facts }) => facts.source === 'graph')
  const found = [...(isOfGraphs ? [OF_GRAPHS] : []), ...threats, THOSE_OF_ALL]
  return [
    ...['', '## Threats to validity', ''],
    ...found.flatMap((one) => paragraph(`- ${one}`, '  ')),
    ...['', '## How it was measured', ''],
    ...runsLines(runs),
  ]
}

/** Runs by the same programs name them once. */
export function runsLines(runs: readonly KeptRun[]): string[] {
  const first = new Map<string, string>()
  return runs.flatMap(({ facts, samples, valid, cells }) => {
    const { plan, source, options } = facts
    const programs = programsText(facts)
    const before = first.get(programs)
    first.set(programs, before ?? plan)
    const by = before === undefined ? programs : `by the programs of \`${before}\``
    return paragraph(
      `- \`${plan}\` by ${source}: ${cells.length} cells${partOf(options)}, ${valid} of ${samples} samples valid, ${factsText(facts, by)}`,
      '  ',
    )
  })
}

/** Says when, with which seed, and by what it was measured. */
function factsText(facts: KeptFacts, by: string): string {
  const { seed, isFinished } = facts
  return (
    `until ${dayOf(facts)}, seed ${seed}${isFinished ? '' : ', not finished'}; ` +
    `commit ${commitsText(facts)}; ${by}.`
  )
}

/** Day of the last load. */
export const dayOf = ({ lastLoadAt }: KeptFacts): string => lastLoadAt?.slice(0, 10) ?? 'unknown'

export const commitsText = ({ commits }: KeptFacts): string =>
  commits.map((one) => one.slice(0, 10)).join(', ') || 'not recorded'

/** Versions and builds; what a program is made of is said once where several are made of it. */
function programsText({ versions }: KeptFacts): string {
  const parts = new Map<string, string>()
  const by = Object.entries(versions).map(([name, version], index, all) => {
    const before = all.findIndex(([, other]) => other === version)
    if (before < index) return `${name} like ${all[before]?.[0]}`
    const [program = '', madeOf] = version.split(/(?= \(.*\)$)/)
    const as = madeOf === undefined ? undefined : parts.get(madeOf)
    if (madeOf !== undefined) parts.set(madeOf, as ?? program.split(' ')[0] ?? '')
    const text = as === undefined ? version : `${program} (as ${as})`
    return text.startsWith(name) ? text : `${name} ${text}`
  })
  return by.join(', ')
}

/** Says which part of its plan a run was asked for; empty: all of it. */
function partOf({ only }: KeptRun['facts']['options']): string {
  const wanted = Object.entries(only ?? {}).map(
    ([factor, levels]) => `${factor} ${[levels].flat().join(', ')}`,
  )
  return wanted.length === 0 ? '' : ` (only ${wanted.join('; ')})`
}
