import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { adoptionLines } from '../../../cli/fleet/vantage-adoption.ts'
import { figureLines } from '../../../cli/output/figure-text.ts'
import { siteVantages as SITE_VANTAGES } from '../../../figures/site-gains.ts'
import type { AdoptionTrend, SiteVantages } from '../../../server/contract/contract.ts'
import { temporarySqlite } from '../../db/databases.ts'
import { opened } from '../../opened.ts'
import { followed } from '../../server/followed.ts'
import { ROUNDS, vantageCampaign } from '../../server/vantage-campaign.ts'
import { asking } from '../release/asking.ts'
import { readOnlyServer } from '../release/released-and-served.ts'
import { linesOf, towlineHere } from '../towline.ts'

const DOMAIN = 'seen.test'
/** With ten rounds each, more than the server compares while a request waits. */
const MANY = 12

const database = opened(temporarySqlite, async () => {
  await using db = await database.open()
  for (const [vantage, gain] of [
    ['dublin', 1.2],
    ['lima', 1.21],
    ['tokyo', 1.6],
  ] as const)
    await vantageCampaign(db, { domain: DOMAIN, gain, vantage })
  for (let number = 0; number < MANY; number += 1)
    await vantageCampaign(db, { domain: 'many.test', gain: 2, vantage: `place-${number}`, rounds: 10 })
})

async function gains(t: TestContext, ...words: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await towlineHere(t, [
    ...['vantage', 'gains', ...words, '--database', database.url],
  ])
  assert.deepEqual({ code, stderr }, { code: 0, stderr: '' })
  return stdout
}

test('`towline vantage gains` prints the numbers of the API, whichever the reference', async (t) => {
  await using server = await readOnlyServer(database.url)
  const path = `/sites/${DOMAIN}/vantages?metric=plt_ms&baseline=h1`
  for (const reference of ['dublin', 'tokyo']) {
    const words = [DOMAIN.toUpperCase(), '--reference', reference]
    const shown = JSON.parse(await gains(t, ...words, '--format', 'json')) as SiteVantages
    assert.deepEqual(shown, await asking(server.address)(`${path}&reference=${reference}`))
    assert.equal(shown.rows.length, 3)
    const csv = await fetch(`${server.address}/api/v1${path}&reference=${reference}&format=csv`)
    assert.equal(await gains(t, ...words, '--format', 'csv'), (await csv.text()).replaceAll('\r\n', '\n'))
  }
})

test('within 80 columns the table says of each vantage point whether its gain differs', async (t) => {
  const answer = JSON.parse(await gains(t, DOMAIN, '--format', 'json')) as SiteVantages
  const lines = figureLines(SITE_VANTAGES, answer, 80).join('\n').split('\n')
  for (const line of lines) assert.ok([...line].length <= 80, line)
  const rows = lines.filter((line) => line.startsWith('HTTP/2 ')).map((line) => line.split(/\s+/))
  assert.deepEqual(
    rows.map(([, vantage, rounds]) => [vantage, Number(rounds)]),
    [
      ['dublin', ROUNDS],
      ['lima', ROUNDS],
      ['tokyo', ROUNDS],
    ],
  )
  assert.match(lines.find((line) => line.includes('lima ')) ?? '', / not shown +\d+\.\d+ %$/)
  assert.match(lines.find((line) => line.includes('tokyo')) ?? '', / yes +\d+\.\d+ %$/)
})

test('comparisons that take longer than a request may are waited for', async (t) => {
  await using server = await readOnlyServer(database.url)
  const response = await fetch(`${server.address}/api/v1/sites/many.test/vantages`)
  assert.equal(response.status, 202, 'they no longer take longer: add vantage points')
  const { rows, pending } = JSON.parse(await gains(t, 'many.test', '--format', 'json')) as SiteVantages
  assert.equal(pending, false)
  assert.equal(rows.length, MANY)
  for (const row of rows) assert.ok(row.gainInterval !== null && !row.pending)
})

test('a site that no live campaign has loaded, and a vantage point that none came from, are refused in a line', async (t) => {
  for (const words of [['nowhere.test'], [DOMAIN, '--reference', 'nowhere']]) {
    const ended = await towlineHere(t, ['vantage', 'gains', ...words, '--database', database.url])
    assert.deepEqual([ended.code, ended.stdout], [66, ''])
    assert.equal(linesOf(ended.stderr).length, 1)
    assert.match(ended.stderr, /^towline: .*nowhere.*: No /)
  }
})

type Points = AdoptionTrend['points']

const server = opened(followed)

test('`towline vantage adoption` prints the newest survey from each vantage point, as the API has it', async (t) => {
  const { points } = await asking(server.address)<AdoptionTrend>('/adoption/trend')
  const newest = (vantage: string) => points.findLast((point) => point.vantage === vantage)
  const args = ['vantage', 'adoption', '--database', server.database]
  const { stdout, stderr } = await towlineHere(t, [...args, '--format', 'json'])
  assert.equal(stderr, '')
  const shown = JSON.parse(stdout) as Points
  assert.deepEqual(shown, [newest('Lancaster'), newest('Tokyo')])

  const csv = linesOf((await towlineHere(t, [...args, '--format', 'csv'])).stdout)
  const trend = linesOf(await (await fetch(`${server.address}/api/v1/adoption/trend?format=csv`)).text())
  assert.equal(csv.length, 1 + 2 * (shown[0]?.rows.length ?? 0))
  // The trend has more columns: what changed.
  for (const line of csv)
    assert.ok(
      trend.some((other) => other.startsWith(`${line},`)),
      line,
    )

  const lines = adoptionLines(shown, 80).join('\n').split('\n')
  for (const line of lines) assert.ok([...line].length <= 80, line)
  const h3 = lines.filter((line) => /^HTTP\/3 {2,}/.test(line)).map((line) => line.split(/\s{2,}/))
  assert.deepEqual(
    h3.map(([, vantage, , , sites, share]) => [vantage, sites, share?.split(' ')[0]]),
    [
      ['Lancaster', '5', '60.0'],
      ['Tokyo', '6', '0.0'],
    ],
  )
})

test('without a survey the command says how to make one', async (t) => {
  await using database = await temporarySqlite()
  await (await database.open())[Symbol.asyncDispose]()
  const { code, stdout } = await towlineHere(t, ['vantage', 'adoption', '--database', database.url])
  assert.equal(code, 0)
  assert.match(stdout, /^no finished survey of a list yet: make one with `.*crawl.*`\n$/)
})
