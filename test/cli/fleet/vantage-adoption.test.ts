import assert from 'node:assert/strict'
import { test } from 'node:test'
import { adoptionLines } from '../../../cli/fleet/vantage-adoption.ts'
import type { AdoptionTrend } from '../../../server/contract/contract.ts'
import { temporarySqlite } from '../../db/databases.ts'
import { opened } from '../../opened.ts'
import { followed } from '../../server/followed.ts'
import { asking } from '../release/asking.ts'
import { linesOf, towlineHere } from '../towline.ts'

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
