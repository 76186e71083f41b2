import assert from 'node:assert/strict'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { intervalNotes } from '../../../cli/output/comparison-text.ts'
import { openDatabase } from '../../../db/connection/open.ts'
import { FAILURES } from '../../../model/failure-codes.ts'
import { compareArms } from '../../../stats/comparison/compare-arms.ts'
import { copyFixture } from '../../server/fixture-template.ts'
import { testFolder } from '../../test-folder.ts'
import { argv, towlineHere } from '../towline.ts'

const folder = testFolder()
const database = join(folder, 'towline.sqlite')
before(() => copyFixture(database))

test('what is left out of a campaign is said with its reasons, the commonest first', async (t) => {
  const { code, stdout } = await towlineHere(t, ['campaign', 'show', '1', '--database', database])
  assert.equal(code, 0)
  assert.deepEqual(stdout.match(/^left out: .*/gm), [
    'left out: 6 machine_busy: the machine was busy with other work while the page loaded',
    `left out: 3 page_timeout: ${FAILURES.page_timeout}`,
    `left out: 3 quic_failed: ${FAILURES.quic_failed}`,
  ])
})

test('each arm of a site has its own reasons in JSON; where all counts nothing is said', async (t) => {
  const { stdout } = await towlineHere(t, argv`campaign show 1 --format json --database ${database}`)
  const { results } = JSON.parse(stdout) as { results: { arm: string; leftOut: unknown }[] }
  assert.deepEqual(
    results.slice(0, 3).map(({ arm, leftOut }) => [arm, leftOut]),
    [
      ['h1', []],
      ['h2', [{ reason: 'machine_busy', samples: 2 }]],
      ['h3', ['page_timeout', 'quic_failed'].map((reason) => ({ reason, samples: 1 }))],
    ],
  )
  const whole = await towlineHere(t, ['campaign', 'show', '2', '--database', database])
  assert.doesNotMatch(whole.stdout, /^left out/m)
})

test('a campaign that was run with --until-ci is reported by sequential intervals, and says so', async (t) => {
  const id = 2
  const show = async (...flags: string[]) =>
    (await towlineHere(t, ['campaign', 'show', String(id), ...flags, '--database', database])).stdout
  const columns = async (...names: string[]) => {
    const [heading = '', ...lines] = (await show('--format', 'csv')).trim().split('\n')
    const places = names.map((name) => heading.split(',').indexOf(name))
    return lines.map((line) => places.map((place) => line.split(',')[place]?.replaceAll('"', '')))
  }
  const before = await columns('interval_rule', 'verdict', 'gain')
  assert.ok(before.some(([rule]) => rule === 'fixed'))
  assert.doesNotMatch(await show(), /sequential/)
  {
    await using db = await openDatabase({ url: database })
    const options = JSON.stringify({ untilCi: 0.05 })
    await db.query('UPDATE campaigns SET options = ? WHERE id = ?', [options, id])
  }
  const after = await columns('interval_rule', 'verdict', 'gain')
  assert.ok(after.some(([rule]) => rule === 'sequential'))
  assert.ok(after.every(([rule]) => rule !== 'fixed'))
  assert.deepEqual(
    after.map(([, , gain]) => gain),
    before.map(([, , gain]) => gain),
  )
  assert.match(await show(), /^Intervals are sequential \(--until-ci\)/m)
})

test('rounds that resemble their neighbours are named in a line of their own; others are not', () => {
  const pairs = Array.from({ length: 20 }, (_, round) => ({
    round,
    baseline: 1_000 + 100 * Math.sin(round / 3) + (round % 3),
    arm: 500 + (round % 2),
  }))
  const drifting = compareArms({ pairs, seed: 1 })
  const steady = compareArms({
    pairs: pairs.map((pair) => ({ ...pair, baseline: 1_000 + ((pair.round * 7) % 20) })),
    seed: 1,
  })
  const lines = intervalNotes([
    { name: 'a.test h2', comparison: drifting },
    { name: 'b.test h2', comparison: steady },
    { name: 'b.test h1', comparison: null },
  ])
  assert.equal(lines.length, 1)
  assert.match(
    lines[0] ?? '',
    /^a\.test h2: rounds resemble their neighbours \(autocorrelation [01]\.\d\d, .*\); 20 count as \d/,
  )
})
