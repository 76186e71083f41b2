import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { GOOGLE_MOBILE_PAGES } from '../../../lab/pages/google-mobile-pages.ts'
import { GOOGLE_MOBILE_SHAPES, type PageShape } from '../../../lab/pages/google-mobile-shapes.ts'
import { labPage } from '../../../lab/pages/page.ts'
import { pageFiles } from '../../../lab/pages/page-files.ts'
import type { LabPage } from '../../../lab/pages/shape/lab-page.ts'

/** As long as a lab run makes them. */
const HOSTS = Array.from(
  { length: 7 },
  (_, shard) => `${shard === 0 ? '' : `s${shard}.`}google-mobile-31-4-v76.test`,
)
const pagesOf = (seed: number): LabPage[] => GOOGLE_MOBILE_PAGES.map((name) => labPage(name, { seed }))
const PAGES = pagesOf(1)

const sumBytes = ({ resources }: LabPage, wanted?: string): number =>
  resources.reduce((sum, { kind, sizeBytes }) => sum + (kind === (wanted ?? kind) ? sizeBytes : 0), 0)
const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length
const range = (values: readonly number[]) => [Math.min(...values), Math.max(...values)]

test('there are 77 pages of 31 sites, one to four of each, as many as the study has', () => {
  assert.equal(GOOGLE_MOBILE_PAGES.length, 77)
  const sites = Map.groupBy(GOOGLE_MOBILE_SHAPES, ({ site }) => site)
  assert.deepEqual(
    [...sites.keys()],
    Array.from({ length: 31 }, (_, index) => index + 1),
  )
  for (const pages of sites.values())
    assert.deepEqual(
      pages.map(({ page }) => page),
      [1, 2, 3, 4].slice(0, pages.length),
    )
})

test('on average they have 41 resources, the bytes of HTTP Archive’s mobile pages of 2012, and its share of pictures', () => {
  assert.equal(Math.round(meanOf(PAGES.map(({ resources }) => resources.length))), 41)
  const meanBytes = meanOf(PAGES.map((page) => sumBytes(page)))
  assert.ok(Math.abs(meanBytes / 511_000 - 1) < 0.01, `${meanBytes}`)
  const pictures = meanOf(PAGES.map((page) => sumBytes(page, 'image')))
  assert.ok(Math.abs(pictures / meanBytes - 0.67) < 0.001, `${pictures / meanBytes}`)
})

test('resources and their mean size are log-uniform, and pages of one site resemble each other', () => {
  const perTenth = (low: number, high: number, factOf: (shape: PageShape) => number) => {
    const tenths = GOOGLE_MOBILE_SHAPES.map((shape) =>
      Math.floor((10 * Math.log(factOf(shape) / low)) / Math.log(high / low)),
    )
    return Array.from({ length: 10 }, (_, tenth) => tenths.filter((each) => each === tenth).length)
  }
  // Below ten, whole resources are wider than a tenth.
  const ofResources = perTenth(6, 134, ({ resources }) => resources).slice(3)
  const ofBytes = perTenth(4_000, 28_500, ({ totalBytes, resources }) => totalBytes / resources)
  for (const count of [...ofResources, ...ofBytes]) assert.ok(count >= 6 && count <= 9, `${count}`)
  for (const pages of Map.groupBy(GOOGLE_MOBILE_SHAPES, ({ site }) => site).values()) {
    const [fewest = 0, most = 0] = range(pages.map(({ resources }) => resources))
    assert.ok(most <= 1.25 * fewest, `site ${pages[0]?.site}: ${fewest} to ${most}`)
  }
})

test('for any seed a page has the resources, bytes and hosts of its shape, and bodies of exactly their size', () => {
  for (const seed of [0, 1, 2012, 2 ** 32 - 1]) {
    for (const [index, page] of pagesOf(seed).entries()) {
      const { resources, totalBytes, hosts } = GOOGLE_MOBILE_SHAPES[index] as PageShape
      assert.deepEqual(
        [page.resources.length, sumBytes(page), page.shards],
        [resources, totalBytes, hosts],
        page.name,
      )
      assert.deepEqual(
        pageFiles(page, HOSTS).map(({ body }) => body.length),
        page.resources.map(({ sizeBytes }) => sizeBytes),
        page.name,
      )
    }
  }
})

test('the same seed gives the same bytes on every machine, another seed other sizes, and pages differ', () => {
  const digest = (page: LabPage): string => {
    const hash = createHash('sha256')
    for (const { host, path, body } of pageFiles(page, HOSTS)) hash.update(`${host}${path} `).update(body)
    return hash.digest('hex').slice(0, 16)
  }
  const sizes = (name: string, seed: number) =>
    labPage(name, { seed }).resources.map(({ sizeBytes, thinkMs }) => [sizeBytes, thinkMs])
  assert.equal(digest(labPage('google-mobile-5-1', { seed: 2012 })), '1a348830e2caceb8')
  assert.notDeepEqual(sizes('google-mobile-5-1', 1), sizes('google-mobile-5-1', 2))
  const thinkTimes = (page: LabPage) => page.resources.slice(0, 6).map(({ thinkMs }) => thinkMs)
  assert.equal(new Set(PAGES.map((page) => thinkTimes(page).join())).size, 77)
})

test('hosts have the shares after CableLabs’ Table 2, to within one resource', () => {
  for (const { name, resources, shards } of PAGES) {
    const shares = [44, 21, 10, 6, 4, 3, 3].slice(0, shards)
    const whole = shares.reduce((sum, share) => sum + share, 0)
    for (const [shard, share] of shares.entries()) {
      const count = resources.filter((each) => each.shard === shard).length
      const wanted = (resources.length * share) / whole
      assert.ok(Math.abs(count - wanted) <= 1.5, `${name}, host ${shard}: ${count} for ${wanted}`)
    }
  }
})

test('documents take longer to make than files take to read, and a plan’s think time is added', () => {
  const documentMs = PAGES.map(({ resources }) => resources[0]?.thinkMs ?? 0)
  const pictureMs = PAGES.flatMap(({ resources }) =>
    resources.filter(({ kind }) => kind === 'image').map(({ thinkMs }) => thinkMs),
  )
  const [fastest = 0, slowest = 0] = range(documentMs)
  assert.ok(fastest >= 50 && slowest <= 500 && slowest > 300, `${fastest} to ${slowest}`)
  assert.deepEqual(range(pictureMs), [1, 20])
  const later = labPage('google-mobile-1-1', { seed: 1, thinkMs: 7 }).resources[0]?.thinkMs
  assert.equal(later, (documentMs[0] ?? 0) + 7)
})

test('a site or page beyond the family is refused', () => {
  const refused = (name: string, message: RegExp) =>
    assert.throws(() => labPage(name, { seed: 1 }), { name: 'RangeError', message })
  refused('google-mobile-32-1', /sites 1 to 31, not 32/)
  refused('google-mobile-1-5', /site 1 of google-mobile has 4 pages, not 5/)
  refused('google-mobile-4-2', /site 4 of google-mobile has 1 page, not 2/)
  refused('google-mobile-01-1', /there is no page/)
})

test('docs/lab-pages.md states the family’s ranges and averages', () => {
  const text = readFileSync(join(import.meta.dirname, '../../../docs/lab-pages.md'), 'utf8')
  const row = /^\| `google-mobile-<site>-<page>` \| (.*?) \| (.*?) \| (.*?) \| (.*?) \|/m.exec(text)?.slice(1)
  const levelOf = ({ resources }: LabPage, index: number): number => {
    const parent = resources[index]?.parent ?? null
    return parent === null ? 1 : 1 + levelOf({ resources } as LabPage, parent)
  }
  const count = (values: readonly number[]) =>
    range(values)
      .map((value) => value.toLocaleString('en-US'))
      .join(' to ')
  assert.deepEqual(row, [
    count(PAGES.map(({ resources }) => resources.length)),
    count(PAGES.map((page) => sumBytes(page))),
    count(PAGES.map((page) => Math.max(...page.resources.map((_, index) => levelOf(page, index))))),
    count(PAGES.map(({ shards }) => shards)),
  ])
  assert.match(
    text,
    new RegExp(`${Math.round(meanOf(PAGES.map((page) => sumBytes(page))) / 1_000)} kB on average`),
  )
})
