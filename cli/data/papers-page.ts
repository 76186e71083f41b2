import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Decision, Entry, Paper, Printed } from '../../papers/paper.ts'
import { entryReference, PAPERS } from '../../papers/papers.ts'

/** So many numbers of an entry are shown; all are in papers/. */
const SHOWN = 3

/** The id of an entry that says its place: Table 5, Figure 3, section 5.4.1. */
const PLACE_IN_ID = /^(table|figure|section)-/

/** docs/papers.md, made from the papers' entries, the plans that decide them and the results that there are. */
export function papersPage(): string {
  const root = join(import.meta.dirname, '../..')
  const plans = new Map(
    ['lab/plans', 'lab/load/plans'].flatMap((folder) =>
      readdirSync(join(root, folder))
        .filter((file) => file.endsWith('.yaml'))
        .map((file) => [file.replace('.yaml', ''), `${folder}/${file}`] as const),
    ),
  )
  const results = new Set(readdirSync(join(root, 'docs/results')).map((file) => file.replace('.md', '')))
  return [
    '# What papers say',
    '',
    '<!-- made by `node scripts/docs.ts` from papers/ -->',
    '',
    '*Reference: what the documents that results stand beside say, in our words, and what of ours decides it.*',
    '',
    'Plans, pages and documents refer to an entry as `cablelabs:table-5`, which is its place in the paper. A link leads to the plan,',
    '*results* to what was measured by it. An entry is found again where the whole 95 % interval reaches the effect. Of what nothing',
    'decides, such as settings, `papers/` has the words and numbers, as it has all numbers of the others.',
    '',
    ...PAPERS.flatMap((paper) => sectionOf(paper, plans, results)),
  ].join('\n')
}

function sectionOf(paper: Paper, plans: ReadonlyMap<string, string>, results: ReadonlySet<string>): string[] {
  const { name, title, authors, published, year, read, entries } = paper
  const byHearsay = read ? [] : ['The paper itself was not at hand: entries are what others say of it.']
  return [
    `## ${name}`,
    '',
    `${authors.join(', ')}: *${title}*, ${published} ${year}.`,
    ...byHearsay,
    '',
    '| entry | what it says | decided by |',
    '| --- | --- | --- |',
    ...entries.map((entry) =>
      row([
        `\`${entryReference(paper, entry)}\``,
        statement(entry),
        decisionText(entry.decision, plans, results),
      ]),
    ),
    '',
  ]
}

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`

/** What it says, for what and with its first numbers; of an entry that nothing decides only where it is. */
function statement({ id, place, says, condition, printed, decision }: Entry): string {
  const where = PLACE_IN_ID.test(id) ? '' : place
  if (decision.plan === null) return where
  const of = condition === null ? '' : ` *${condition}*`
  return `${where === '' ? '' : `${where}: `}${says}${of}${printedText(printed)}`
}

function printedText(printed: readonly Printed[]): string {
  if (printed.length === 0) return ''
  const more = printed.length > SHOWN ? [`${printed.length - SHOWN} more`] : []
  const shown = printed.slice(0, SHOWN).map(([value, unit, of]) => `${value} ${unit} ${of}`)
  return ` (${[...shown, ...more].join('; ')})`
}

function decisionText(
  decision: Decision,
  plans: ReadonlyMap<string, string>,
  results: ReadonlySet<string>,
): string {
  if (decision.plan === null) return `nothing: ${decision.why}`
  const { plan, cells, metric, comparison, effect } = decision
  const measured = resultOf(plan, results)
  const link = `[${plan}](../${plans.get(plan) ?? ''})`
  return `${link}, ${cells}; \`${metric}\`: ${comparison}. Effect: ${effect}.${measured}`
}

/** The pages of a plan's results, by its name or that of the plan that it goes with. */
function resultOf(plan: string, results: ReadonlySet<string>): string {
  const page = [plan, plan.replace(/-pages$/, '')].find((name) => results.has(name))
  return page === undefined ? ' Not measured.' : ` [results](results/${page}.md)`
}
