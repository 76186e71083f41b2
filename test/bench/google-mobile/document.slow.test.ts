import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { writeGoogleMobileCommand } from '../../../bench/google-mobile/command.ts'
import { openDatabase } from '../../../db/connection/open.ts'
import { GOOGLE_MOBILE_PAGES } from '../../../lab/pages/google-mobile-pages.ts'
import { GOOGLE_MOBILE_SHAPES } from '../../../lab/pages/google-mobile-shapes.ts'
import { type WrittenCell, writeLabRun } from '../../cli/lab/lab-run-database.ts'

const folder = await mkdtemp(join(tmpdir(), 'towline-google-mobile-'))
after(async () => await rm(folder, { recursive: true, force: true }))

/** Their median is 0. */
const SCATTER = [-0.02, 0.01, -0.005, 0.02, 0.005, -0.01]

/** Up to six rounds about a time, in an order of their own. */
const about = (ms: number, rounds: number, shift: number): number[] =>
  Array.from({ length: rounds }, (_, round) => ms * (1 + (SCATTER[(round + shift) % SCATTER.length] ?? 0)))

/** A page of 2 s in HTTP/1.1 with such gains. */
const cellOf = (
  page: string,
  rounds: number,
  gains: { readonly h2: number; readonly h3: number },
): WrittenCell => ({
  factors: { page, profile: 'google-3g' },
  pltMs: {
    h1: about(2_000, rounds, 0),
    h2: about(2_000 / gains.h2, rounds, 1),
    h3: about(2_000 / gains.h3, rounds, 2),
  },
  wireLimitMs: { h1: 1_500, h2: 1_500, h3: 1_350 },
  metrics: { connections: 7 },
})

interface Written {
  readonly markdown: string
  readonly svg: string
}

async function write(name: string, cells: readonly WrittenCell[], plan: object = {}): Promise<Written> {
  const database = join(folder, `${name}.sqlite`)
  {
    await using db = await openDatabase({ url: database })
    await writeLabRun(db, cells, { plan: { rounds: 6, pauseMs: 500, options: { busyLimit: 0.5 }, ...plan } })
  }
  const args = ['1', '--database', database, '--folder', folder]
  await writeGoogleMobileCommand().exitOverride().parseAsync(args, { from: 'user' })
  const read = (file: string) => readFile(join(folder, file), 'utf8')
  return { markdown: await read('google-mobile.md'), svg: await read('google-mobile.svg') }
}

/** Text without its line breaks, which lie anywhere. */
const flat = (text: string): string => text.replaceAll(/\s+/g, ' ')
const rowOf = (text: string, name: string): string[] | undefined =>
  new RegExp(`^\\| ${name} \\| (.*) \\|$`, 'm').exec(text)?.[1]?.split(' | ')

test('planted gains stand in the document, beside what the study says', async () => {
  // HTTP/2 gains with the number of resources, but for one page that loses; HTTP/3 gains the same everywhere.
  const cells = GOOGLE_MOBILE_PAGES.slice(0, 24).map((page, index) => {
    const { resources = 0 } = GOOGLE_MOBILE_SHAPES[index] ?? {}
    return cellOf(page, 6, { h2: page === 'google-mobile-4-1' ? 0.8 : 1.1 + resources / 500, h3: 1.25 })
  })
  const { markdown, svg } = await write('planted', cells, { rounds: 6 })
  const text = flat(markdown)
  assert.match(text, /24 of 24 pages .*, 6 rounds: 432 valid loads, 0 left out\./)
  assert.doesNotMatch(text, /Too few rounds\*\*|not finished|other work meanwhile/)

  const [study, h2, h3] = rowOf(markdown, 'mean reduction of page load time') ?? []
  assert.equal(study, '23 %')
  assert.equal(h3, '20.0 % (20.0 to 20.0)')
  assert.match(h2 ?? '', /^\d+\.\d % \(/)
  assert.equal(rowOf(markdown, 'the same as a speed-up')?.[2], '1.25')

  assert.match(
    rowOf(markdown, 'worst page')?.[1] ?? '',
    /^−25\.0 % \(page 4-1: gain 0\.80, 0\.\d\d–0\.\d\d\)$/,
  )
  assert.deepEqual(rowOf(markdown, 'pages with a longer time'), ['1', '1', '0'])
  assert.deepEqual(rowOf(markdown, 'faster, as the interval shows'), ['', '23', '24'])
  assert.deepEqual(rowOf(markdown, 'slower, as the interval shows'), ['', '1', '0'])
  assert.match(
    text,
    /Pages that lose in HTTP\/2: slower: 4-1 \(gain 0\.\d\d, 0\.\d\d–0\.\d\d\)\. In HTTP\/3 no page has a longer/,
  )
  assert.match(text, /HTTP\/2 gains more with more (resources|hosts|resources of a host) \(0\.[89]\d\)/)
  assert.deepEqual(rowOf(markdown, '6 to \\d+')?.slice(0, 4), ['8', '7', '7', '7'])

  assert.equal([...markdown.matchAll(/^\d+-\d +\d+ +\d+ +\d +\d{4}/gm)].length, 24)
  assert.equal([...svg.matchAll(/<rect /g)].length, 2 * 24)
  assert.equal([...svg.matchAll(/class="interval"/g)].length, 2 * 24)
  assert.equal([...svg.matchAll(/<rect class="slower"/g)].length, 1)
})

test('with one round there is no verdict, no interval of a page, and the document says so', async () => {
  const cells = GOOGLE_MOBILE_PAGES.slice(0, 20).map((page) => cellOf(page, 1, { h2: 1.1, h3: 0.9 }))
  const { markdown, svg } = await write('one-round', [...cells, { factors: { page: 'google-mobile-9-1' } }], {
    rounds: 1,
    options: { busyLimit: 1 },
  })
  const text = flat(markdown)
  assert.match(text, /20 of 21 pages/)
  assert.match(text, /\*\*Too few rounds\*\*: all comparisons have 1 round, and a verdict needs 6\./)
  assert.match(text, /The machine did other work meanwhile/)
  assert.deepEqual(rowOf(markdown, 'too few rounds'), ['', '20', '20'])
  assert.deepEqual(rowOf(markdown, 'slower, as the interval shows'), ['', '0', '0'])
  assert.match(
    text,
    /Pages that lose in HTTP\/3: none is shown to be slower; a longer median that may be chance: /,
  )
  assert.doesNotMatch(svg, /class="interval"|<rect class="(shown|slower)"/)
  assert.equal([...svg.matchAll(/<rect class="open"/g)].length, 40)
})

test('a page that some loads are left out of is counted apart', async () => {
  const [first = '', second = ''] = GOOGLE_MOBILE_PAGES
  const whole = cellOf(first, 6, { h2: 1.2, h3: 1.2 })
  const broken = cellOf(second, 6, { h2: 1.2, h3: 1.2 })
  const lost = broken.pltMs?.h3?.map((ms, round) => (round < 3 ? null : ms)) ?? []
  const { markdown } = await write('left-out', [whole, { ...broken, pltMs: { ...broken.pltMs, h3: lost } }])
  assert.match(flat(markdown), /33 valid loads, 3 left out/)
  assert.match(flat(markdown), /1 of 4 comparisons have 3 rounds, and a verdict needs 6\./)
})

test('a run without these pages is refused', async () => {
  await assert.rejects(write('others', [cellOf('modern', 6, { h2: 1, h3: 1 })]), /no valid load of its pages/)
})
