import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { loadRuleLine, ruleLine } from '../../papers/decide/rule-text.ts'
import { OLDER_PAGES } from '../../papers/findings/older-pages.ts'
import { RESULTS_PAGES } from '../../papers/findings/pages.ts'
import type { LoadRule } from '../../papers/load-rule.ts'
import { type Entry, isRule, type Paper } from '../../papers/paper.ts'
import { entryReference, PAPERS } from '../../papers/papers.ts'
import type { Rule } from '../../papers/rule.ts'
import { paragraph } from '../papers/markdown.ts'

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
  const kept = new Set(readdirSync(join(root, 'papers/results')))
  return [
    '# What papers say',
    '',
    '<!-- made by `node scripts/docs.ts` from papers/ -->',
    '',
    '*Reference: what the documents that results stand beside say, in our words, and what of ours decides it.*',
    '',
    'Plans, pages and documents refer to an entry as `cablelabs:table-5`, which is its place in the paper. A link leads to the plan,',
    '*results* to what was measured. HTTP/2 and HTTP/3 each stand in SPDY’s place; gain and reduction are over HTTP/1.1. An entry',
    'is found again where the whole 95 % interval of every figure is as said ([rules](../papers/rule.ts)).',
    '',
    ...PAPERS.flatMap((paper) => sectionOf(paper, plans, (plan) => resultOf(paper, plan, kept))),
  ].join('\n')
}

function sectionOf(
  paper: Paper,
  plans: ReadonlyMap<string, string>,
  results: (plan: string) => string,
): string[] {
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
    ...entries.flatMap((entry) =>
      entry.decision.plan === null
        ? []
        : [
            row([
              `\`${entryReference(paper, entry)}\``,
              statement(entry),
              decisionText(entry.decision, plans, results),
            ]),
          ],
    ),
    '',
    ...undecided(paper),
  ]
}

/** Lists the entries that nothing decides, by the reason why. */
function undecided(paper: Paper): string[] {
  const open = paper.entries.filter(({ decision }) => decision.plan === null)
  const byReason = Map.groupBy(open, ({ decision }) => (decision.plan === null ? decision.why : ''))
  if (open.length === 0) return []
  const items = [...byReason].flatMap(([why, entries]) => {
    const names = entries.map((entry) => `\`${entryReference(paper, entry)}\``).join(', ')
    return paragraph(`- ${names}: ${why}`, '  ')
  })
  return ['Nothing decides:', '', ...items, '']
}

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`

/** Says what the document says; under which condition it does is in its rule's cells. */
function statement({ id, place, says }: Entry): string {
  return `${PLACE_IN_ID.test(id) ? '' : `${place}: `}${says}`
}

function decisionText(
  decision: Rule | LoadRule,
  plans: ReadonlyMap<string, string>,
  results: (plan: string) => string,
): string {
  const { plan } = decision
  const link = `[${plan}](../${plans.get(plan) ?? ''})`
  return `${link}, ${isRule(decision) ? ruleLine(decision) : loadRuleLine(decision)}.${results(plan)}`
}

/** Finds a plan's results: on the page of its paper where its samples are kept; load runs have a page by their plan. */
function resultOf({ id }: Paper, plan: string, kept: ReadonlySet<string>): string {
  const page = kept.has(plan)
    ? (RESULTS_PAGES.find(({ papers }) => papers.includes(id))?.name ?? plan)
    : OLDER_PAGES.find(({ name }) => name === plan)?.name
  return page === undefined ? ' Not measured.' : ` [results](results/${page}.md)`
}
