import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Paper } from '../../papers/paper.ts'
import { entryReference, PAPERS } from '../../papers/papers.ts'
import { citations, FILES, shown } from '../citations.ts'
import { faultsOfNames, namedPlaces } from './named-places.ts'

const entries = PAPERS.flatMap((paper) =>
  paper.entries.map((entry) => ({ paper, entry, reference: entryReference(paper, entry) })),
)
const references = new Set(entries.map(({ reference }) => reference))

const textIn = (file: string): string => readFileSync(join(import.meta.dirname, '../..', file), 'utf8')

/** Everything that may say something of a paper: not the entries themselves, nor the list of all that is made of them. */
const isSpeaking = (file: string): boolean => !/^(papers|test\/papers)\/|^docs\/papers\.md$/.test(file)

const cited = citations(
  /\.(css|html|md|sh|ts|yaml)$/,
  new RegExp(`(?<![\\w-])((?:${PAPERS.map(({ id }) => id).join('|')}):[a-z0-9]+(?:-[a-z0-9]+)*)`, 'g'),
).filter(({ file }) => isSpeaking(file))

test('the papers that were read have at least 60 entries, each with an id of its own', () => {
  const read = entries.filter(({ paper }) => paper.read)
  assert.ok(read.length >= 60, String(read.length))
  assert.equal(references.size, entries.length)
  for (const { entry } of entries) assert.match(entry.id, /^[a-z0-9]+(-[a-z0-9]+)*$/)
})

test('every figure and table of a paper has an entry, which says where it is', () => {
  for (const { id, figures, tables, entries } of PAPERS) {
    const places = new Map(entries.map((entry) => [entry.id, entry.place]))
    for (const number of figures)
      assert.equal(places.get(`figure-${number}`), `Figure ${number}`, `${id} figure ${number}`)
    for (const number of tables)
      assert.match(places.get(`table-${number}`) ?? '', /^Table ([IVX]+|\d+)$/, `${id} table ${number}`)
  }
})

test('entries are at figures, tables and sections that their paper has', () => {
  const faults = entries.flatMap(({ paper, entry, reference }) =>
    namedPlaces(entry.place)
      .filter((place) => !place.isOf(paper))
      .map(({ text }) => `${reference}: ${text}`),
  )
  assert.deepEqual(faults, [])
})

test('every number that is printed is finite and says of what it is', () => {
  for (const { entry, reference } of entries)
    for (const [value, , of] of entry.printed) assert.ok(Number.isFinite(value) && of !== '', reference)
})

test('what decides an entry is a plan that refers to it, and what nothing decides says why', () => {
  const textOf = (plan: string): string => {
    const file = FILES.find((path) => new RegExp(`^lab/(load/)?plans/${plan}\\.yaml$`).test(path))
    return file === undefined ? '' : textIn(file)
  }
  for (const { entry, reference } of entries) {
    const { decision } = entry
    if (decision.plan === null) assert.ok(decision.why.length > 10, reference)
    else {
      const { plan } = decision
      assert.match(textOf(plan), new RegExp(`${reference}(?![\\w-])`), `${plan} refers to ${reference}`)
    }
  }
})

test('every entry that code or a document refers to is there', () => {
  assert.ok(cited.length > 100, String(cited.length))
  assert.deepEqual(cited.filter(({ cited: reference }) => !references.has(reference)).map(shown), [])
})

test('every entry is in docs/papers.md, with the plan that decides it or why none does', () => {
  const page = textIn('docs/papers.md')
  const rows = new Map(
    Array.from(page.matchAll(/^\| `([^`]+)` \|.*\| (.+) \|$/gm), ([, id, last]) => [id, last]),
  )
  const reasons = new Map(
    Array.from(page.replace(/\n {2}/g, ' ').matchAll(/^- (`.+?`): (.+)$/gm), ([, ids = '', why]) =>
      ids.split(', ').map((id) => [id.replaceAll('`', ''), why] as const),
    ).flat(),
  )
  assert.deepEqual([...rows.keys(), ...reasons.keys()].toSorted(), [...references].toSorted())
  for (const { entry, reference } of entries)
    if (entry.decision.plan === null) assert.equal(reasons.get(reference), entry.decision.why)
    else
      assert.match(
        rows.get(reference) ?? '',
        /^\[[\w-]+\]\(\.\.\/lab\/[\w/-]+\.yaml\).+(Not measured\.|\]\(results\/[\w-]+\.md\))$/,
        reference,
      )
})

test('a plan whose source names a paper has its title word for word, and refers to an entry of it', () => {
  const plans = FILES.filter((file) => /^lab\/(load\/)?plans\/.*\.yaml$/.test(file))
  const faults = plans.flatMap((file) => {
    const text = textIn(file)
    return PAPERS.filter((paper) => isNamedIn(paper, text)).flatMap((paper) =>
      text.includes(paper.title) && new RegExp(`\\b${paper.id}:[a-z]`).test(text)
        ? []
        : [`${file}: ${paper.title}`],
    )
  })
  assert.ok(plans.length > 15)
  assert.deepEqual(faults, [])
})

/** By an author’s surname, its own name or an entry. */
function isNamedIn({ id, authors, name }: Paper, text: string): boolean {
  return [...authors, name, `${id}:`].some((word) => text.includes(word))
}

test('no figure, table, section or title is named that the papers do not have', () => {
  const spoken = FILES.filter(
    (file) => /\.(css|html|md|ts|yaml)$/.test(file) && isSpeaking(file) && file !== 'CHANGELOG.md',
  )
  const found = spoken.map((file) => faultsOfNames(textIn(file), PAPERS))
  assert.ok(found.reduce((sum, { places }) => sum + places, 0) > 30)
  assert.deepEqual(
    found.flatMap(({ faults }, index) => faults.map((fault) => `${spoken[index]}: ${fault}`)),
    [],
  )
})

test('what a paper does not have is found: another figure, a section, a table without a paper, a title', () => {
  const faults = (text: string) => faultsOfNames(text, PAPERS).faults
  assert.deepEqual(faults('Elkhatib et al. 2014, Fig 9 and Table II, section V-B'), [])
  assert.deepEqual(faults('Tables 5 to 11 of CableLabs 2012'), [])
  assert.deepEqual(faults('Elkhatib et al. 2014, Fig 10'), ['Fig 10 is not of Elkhatib 2014'])
  assert.deepEqual(faults('CableLabs 2012, Tables 2, 3 and 12'), ['Table 12 is not of CableLabs 2012'])
  assert.deepEqual(faults('Elkhatib et al. 2014, section IX'), ['section IX is not of Elkhatib 2014'])
  assert.deepEqual(faults('as Table 3 has it'), ['Table 3 is of no paper'])
  assert.deepEqual(faults('Neotys (*SPDY against HTTP under load*)'), [
    'no title: SPDY against HTTP under load',
  ])
  assert.deepEqual(faults('Analysis of Google SPDY and TCP Initcwnd'), [
    'not as printed: Analysis of Google SPDY and TCP Initcwnd',
  ])
})
