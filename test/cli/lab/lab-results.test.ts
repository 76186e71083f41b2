import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { openDatabase } from '../../../db/connection/open.ts'
import { compareArms } from '../../../stats/comparison/compare-arms.ts'
import { parseCablelabsCsv } from '../../../stats/lab/cablelabs-csv.ts'
import { rng } from '../../../stats/rng.ts'
import { near } from '../../stats/near.ts'
import { testFolder } from '../../test-folder.ts'
import { csvObjects } from '../probe/csv.ts'
import { argv, towline, towlineHere } from '../towline.ts'
import { type WrittenCell, writeLabRun } from './lab-run-database.ts'

const MEDIANS = join(import.meta.dirname, '../../stats/fixtures/cablelabs-2012-median-plt.csv')
const noMedians = existsSync(MEDIANS) ? false : 'the medians of CableLabs 2012 are not there'

const folder = testFolder()

/** Six rounds about a median, each a little off. */
const about = (ms: number): number[] => [0.98, 0.99, 1, 1, 1.01, 1.02].map((share) => ms * share)

/** A database with such a lab run. */
async function database(
  name: string,
  cells: readonly WrittenCell[],
  options: Parameters<typeof writeLabRun>[2] = {},
): Promise<string> {
  const file = join(folder, `${name}.db`)
  await using db = await openDatabase({ url: file })
  await writeLabRun(db, cells, options)
  return file
}

const TWO_BY_TWO: readonly WrittenCell[] = [
  {
    factors: { page: 'a', rttMs: 20 },
    pltMs: { h1: about(1000), h2: about(500).toReversed(), h3: [null, ...about(400).slice(1)] },
    wireLimitMs: { h1: 250, h2: 250, h3: 200 },
  },
  { factors: { page: 'b', rttMs: 20 }, pltMs: { h1: about(1000), h2: about(1000) }, leftOut: { h3: 'why' } },
  { factors: { page: 'a', rttMs: 100 }, pltMs: { h1: about(2000), h2: about(500) } },
  { factors: { page: 'b', rttMs: 100 }, pltMs: { h1: about(2000), h2: about(1000) } },
  { factors: { page: 'c', rttMs: 100 }, skip: 'no such page' },
]

test('each cell and arm has its n, median, gain with interval, verdict and efficiency', async (t) => {
  const url = await database('cells', TWO_BY_TWO)
  const { code, stdout, stderr } = await towlineHere(t, argv`lab results --format csv --database ${url}`)
  assert.deepEqual({ code, stderr }, { code: 0, stderr: '' })
  const rows = csvObjects(stdout)
  assert.deepEqual(
    rows.map(({ cell, arm }) => `${cell} ${arm}`.trim()),
    ['0 h1', '0 h2', '0 h3', '1 h1', '1 h2', '2 h1', '2 h2', '3 h1', '3 h2', '4'],
  )
  const [base, h2, h3] = rows
  assert.deepEqual([base?.gain, base?.median_plt_ms, base?.efficiency], ['', '1000', '0.25'])
  assert.deepEqual([h2?.factor_page, h2?.factor_rttMs, h2?.valid, h2?.rounds], ['a', '20', '6', '6'])
  assert.deepEqual([Number(h2?.gain), h2?.verdict], [2, 'faster'])
  assert.ok(Number(h2?.gain_low) > 1.8 && Number(h2?.gain_high) < 2.2, `${h2?.gain_low}–${h2?.gain_high}`)
  assert.equal(h2?.interval_rule, 'fixed')
  assert.ok(Number(h2?.effective_rounds) > 0 && Number(h2?.effective_rounds) <= 6)
  assert.deepEqual([h3?.valid, h3?.failed, h3?.rounds, h3?.verdict], ['5', '1', '5', 'too few rounds'])
  assert.equal(h3?.gain_low, '')
  assert.deepEqual([rows.at(-1)?.state, rows.at(-1)?.reason], ['skipped', 'no such page'])
})

test('a cell is compared as a campaign is, with the seed of its own', async (t) => {
  const values = (seed: number) => {
    const random = rng(seed)
    return Array.from({ length: 20 }, () => 1000 * (1 + random()))
  }
  const [h1, h2] = [values(1), values(2)]
  const url = await database('seed', [{ factors: {}, pltMs: { h1, h2 } }])
  const { stdout } = await towlineHere(t, ['lab', 'results', '--format', 'csv', '--database', url])
  const found = csvObjects(stdout)[1]
  const pairs = h1.map((baseline, round) => ({ round, baseline, arm: h2[round] as number }))
  const { gain, gainInterval, verdict, couldHaveShownPercent } = compareArms({ pairs, seed: 100 })
  assert.notDeepEqual(gainInterval, compareArms({ pairs, seed: 0 }).gainInterval)
  const sixDigits = (value: number | null | undefined) => Number(value?.toPrecision(6))
  assert.deepEqual(
    [found?.gain, found?.gain_low, found?.gain_high].map(Number),
    [gain, ...(gainInterval ?? [])].map(sixDigits),
  )
  assert.deepEqual(
    [found?.verdict, Number(found?.smallest_detectable_percent)],
    [verdict, sixDigits(couldHaveShownPercent)],
  )
})

test('effects are those of the cells, over the arms that they have', async (t) => {
  const url = await database('effects', TWO_BY_TWO)
  const { stdout } = await towlineHere(t, ['lab', 'results', '1', '--format', 'json', '--database', url])
  const { run, compared, baseline, arms } = JSON.parse(stdout)
  assert.deepEqual([run.id, compared, baseline], [1, null, 'h1'])
  const [h1, h2, h3] = arms
  assert.deepEqual([h1.arm, h1.gains, h1.effects, h1.efficiency], ['h1', null, null, 0.25])
  // Gains 2, 1, 4, 2: what both factors do alone, doubles each.
  near(h2.gains.geometricMean, 2, 1e-9)
  assert.deepEqual([h2.gains.atLeastOne, h2.gains.atLeastTwo, h2.gains.best.condition], [4, 3, 2])
  for (const name of ['page', 'rttMs']) {
    const factor = h2.effects.factors.find(({ names }: { names: string[] }) => names[0] === name)
    const values = factor.levels.map(({ effect }: { effect: { value: number } }) => effect.value)
    near(Math.max(...values) / Math.min(...values), 2, 1e-9)
    assert.ok(factor.levels[0].effect.interval)
  }
  for (const { effect } of h2.effects.interactions) near(effect.value, 1, 1e-9)
  assert.deepEqual([h3.gains.n, h3.efficiency], [1, 0.5])
})

test('the table shows cells, what varies between them, and what they say together', async (t) => {
  const url = await database(
    'table',
    TWO_BY_TWO.map((cell) => ({ ...cell, factors: { ...cell.factors, shards: 1 } })),
  )
  const { code, stdout, stderr } = await towlineHere(t, ['lab', 'results', '--database', url])
  assert.deepEqual({ code, stderr }, { code: 0, stderr: '' })
  assert.match(stdout, /^\nLab run 1, written: finished, seed 12, baseline h1, plt_ms\n/)
  // What never changes is no column.
  assert.match(
    stdout,
    /\ncell +page +rttMs +arm +n +left out +plt_ms +gain +95 % interval +detects +autocorr\. +efficiency +verdict\n/,
  )
  assert.match(
    stdout,
    /\n +0 +a +20 +h2 +6 +0 +500 +2\.00 +\d\.\d\d–\d\.\d\d +[\d.]+ % +0\.90 +0\.50 +faster\n/,
  )
  assert.match(stdout, /\n +0 +a +20 +h3 +5 +1 +400 +2\.50 +– +– +– +0\.50 +too few rounds\n/)
  assert.match(stdout, /\n +4 +c +100 +– +0 +0 +– +– +– +– +– +– +skipped: no such page\n/)
  assert.match(
    stdout,
    /\nh2\n {2}efficiency 0\.50, geometric mean of 1 cell\n {2}gain 2\.00 \(geometric mean of 4 cells; /,
  )
  assert.match(stdout, /\n {2}page +a +2 +2\.83 +[\d.]+–[\d.]+ +× 1\.41 /)
  assert.match(stdout, /\n {2}page × rttMs +a × 20 +1 +× 1\.00 /)
})

test('the conditions of CableLabs give their tables, and go together with the report’s as they do', {
  skip: noMedians,
}, async (t) => {
  const printed = parseCablelabsCsv(readFileSync(MEDIANS, 'utf8')).find(({ client }) => client === 'win7')
  const cells = (printed?.conditions ?? [])
    .filter(({ servers }) => servers === 1)
    .flatMap(({ page, servers, lossPercent, downMbps, upMbps, rttMs, ...medians }): WrittenCell[] => {
      const { httpsIw3Ms, spdyIw3Ms } = medians
      if (httpsIw3Ms === null || spdyIw3Ms === null) return []
      const factors = { page: `cablelabs-${page.toLowerCase()}`, shards: servers, downMbps, upMbps, rttMs }
      return [
        {
          factors: { ...factors, lossFraction: lossPercent / 100, initcwnd: 3 },
          pltMs: { h1: [httpsIw3Ms], h2: [spdyIw3Ms] },
        },
      ]
    })
  assert.equal(cells.length, 24)
  const url = await database('cablelabs', cells)
  const args = ['lab', 'results', '--database', url, '--compare', MEDIANS]
  const { code, stdout } = await towlineHere(t, [...args, '--client', 'win7', '--format', 'json'])
  assert.equal(code, 0)
  const { compared, arms } = JSON.parse(stdout)
  assert.deepEqual(compared, { file: MEDIANS, client: 'win7' })
  const [, h2] = arms
  const [agreement, ...others] = h2.agreement
  assert.deepEqual(others, [])
  assert.deepEqual([agreement.case.number, agreement.n, agreement.leftOut], [1, 24, 0])
  near(agreement.correlation.rho, 1, 1e-12)
  assert.equal(h2.cablelabs.leftOut, 0)
  const all = h2.cablelabs.tables.summary[0].all.gains
  assert.equal(all.n, 24)
  const text = await towlineHere(t, [...args, '--client', 'win7'])
  assert.match(text.stdout, /\nTable 5, case 1: SPDY\n/)
  assert.match(
    text.stdout,
    /\n {2}case 1, SPDY, against the report: rank correlation 1\.00, 24 conditions of both\n/,
  )
  const ambiguous = await towlineHere(t, args)
  assert.equal(ambiguous.code, 64)
  assert.match(ambiguous.stderr, /holds several clients: choose one by --client/)
})

test('where streams vary, those that pages need to be faster are fitted by their resources', async (t) => {
  const needed = { twitter: 2, youtube: 12, imgur: 33 }
  const cells = Object.entries(needed).flatMap(([page, fewest]) =>
    [20, 200].flatMap((rttMs) =>
      [1, 2, 12, 33, 100].map((streams): WrittenCell => {
        const gain = streams >= fewest ? 1.25 : 0.8
        return { factors: { page, rttMs, streams }, pltMs: { h1: [1000], h2: [1000 / gain] } }
      }),
    ),
  )
  const url = await database('streams', cells)
  const { stdout } = await towlineHere(t, ['lab', 'results', '--database', url])
  assert.match(
    stdout,
    /\n {2}streams needed to be faster, by resources r: m = 0\.247 r \(95 % interval 0\.23\d to 0\.25\d\); Elkhatib et al\. 2014: m ≈ r\/4\n {2}2 on twitter \(7\), 12 on youtube \(50\), 33 on imgur \(133\)\n/,
  )
})

test('another baseline or metric may be asked for', async (t) => {
  const url = await database('baseline', TWO_BY_TWO.slice(0, 1))
  const args = ['lab', 'results', '--format', 'json', '--database', url]
  const other = JSON.parse((await towlineHere(t, [...args, '--baseline', 'h2'])).stdout)
  assert.equal(other.arms.find(({ arm }: { arm: string }) => arm === 'h1').gains.geometricMean, 0.5)
  const fcp = JSON.parse((await towlineHere(t, [...args, '--metric', 'fcp_ms'])).stdout)
  assert.deepEqual(
    fcp.cells.map(({ median, efficiency }: { median: null; efficiency: null }) => [median, efficiency]),
    [
      [null, null],
      [null, null],
      [null, null],
    ],
  )
})

test('a run that is not finished shows what it has so far, and says so', async (t) => {
  const url = await database('unfinished', [...TWO_BY_TWO, { factors: { page: 'd', rttMs: 20 } }], {
    finished: false,
  })
  const { code, stdout, stderr } = await towlineHere(t, ['lab', 'results', 'latest', '--database', url])
  assert.equal(code, 0)
  assert.equal(stderr, 'lab run 1 is not finished: this is what it has so far\n')
  assert.match(stdout, /\n +5 +d +20 +– +0 .* pending\n/)
})

/** Loads of graphs: twelve of HTTP/1.1, ten of HTTP/2, two of which failed. */
const GRAPHS: readonly WrittenCell[] = [
  {
    factors: { page: 'graph:modern', rttMs: 20 },
    pltMs: { h1: about(1000), h2: about(500) },
    metrics: { retransmissions: 0, path_network_share: 0.75, path_compute_share: 0.25 },
  },
  {
    factors: { page: 'graph:flat-modern', rttMs: 20 },
    pltMs: { h1: about(1000), h2: [null, null, ...about(500).slice(2)] },
    metrics: { retransmissions: 7, path_network_share: 1, path_compute_share: 0 },
  },
]

test('retransmissions and shares are tables of 80 columns, by themselves where they are asked for', async () => {
  const url = await database('loads', GRAPHS)
  const shown = async (...args: string[]) => {
    const options = { cwd: folder, env: { COLUMNS: '80' } }
    return (await towline(['lab', 'results', '--database', url, ...args], options)).stdout
  }
  const stdout = await shown()
  for (const line of stdout.slice(stdout.indexOf('\nRetransmissions\n')).split('\n'))
    assert.ok(line.length <= 80, line)
  assert.match(stdout, /\nHTTP\/1\.1 +12 +0 +50\.0 % +25\.4–74\.6 +3\.50 +3\.50 +7 +7 +7 +7 +39\.2 %\n/)
  assert.match(stdout, /\nHTTP\/2 +10 +2 +60\.0 % +31\.3–83\.2 +2\.80 +0 +7 +7 +7 +7 +42\.9 %\n/)
  assert.match(stdout, /\nHTTP\/1\.1 +as they are +6 +0 +75\.0 % +75\.0–75\.0 +25\.0 % +25\.0–25\.0\n/)
  assert.match(stdout, /\nHTTP\/2 +cut +4 +2 +100 % +– +0 % +–\n/)
  const part = await shown('--part', 'shares')
  assert.match(part, /^\nNetwork and computation\n/)
  assert.ok(stdout.endsWith(part))
  assert.doesNotMatch(await shown('--part', 'cells'), /Retransmissions|Network and computation/)
})

test('the CSV of a part is what the lab page gives, with the whole distribution', async (t) => {
  const url = await database('parts', GRAPHS)
  const csv = async (part: string) =>
    csvObjects(
      (await towlineHere(t, ['lab', 'results', '--part', part, '--format', 'csv', '--database', url])).stdout,
    )
  const curve = (await csv('retransmissions')).filter(({ arm }) => arm === 'h1')
  assert.equal(curve.length, 201)
  assert.deepEqual(
    [curve[0], curve[100], curve[200]].map((row) => [row?.p, row?.retransmissions, row?.n]),
    [
      ['0', '0', '12'],
      ['0.5', '3.5', '12'],
      ['1', '7', '12'],
    ],
  )
  assert.deepEqual(
    (await csv('shares')).map((row) => [row.arm, row.without_dependencies, row.n, row.left_out, row.network]),
    [
      ['h1', 'false', '6', '0', '0.75'],
      ['h2', 'false', '6', '0', '0.75'],
      ['h1', 'true', '6', '0', '1'],
      ['h2', 'true', '4', '2', '1'],
    ],
  )
  const json = await towlineHere(t, ['lab', 'results', '--format', 'json', '--database', url])
  const { retransmissions, shares } = JSON.parse(json.stdout)
  assert.deepEqual([retransmissions.rows[0].mean, shares.rows.length], [3.5, 4])
})

test('a run without packets or graphs has neither part, and says so where they are asked for', async (t) => {
  const url = await database('no-parts', TWO_BY_TWO)
  const shown = async (args: string[]) =>
    (await towlineHere(t, ['lab', 'results', '--database', url, ...args])).stdout
  assert.doesNotMatch(await shown([]), /Retransmissions|Network and computation/)
  assert.match(
    await shown(['--part', 'retransmissions']),
    /^\nlab run 1: retransmissions are unknown, no packets/,
  )
  assert.match(
    await shown(['--part', 'shares']),
    /^\nlab run 1: shares of network and computation are unknown/,
  )
})

test('what is not there is one line and an exit code', async (t) => {
  const url = await database('faults', [])
  const empty = join(folder, 'empty.db')
  await (await openDatabase({ url: empty }))[Symbol.asyncDispose]()
  await writeFile(join(folder, 'no.csv'), 'nothing\n')
  const cases: [string[], number, RegExp][] = [
    [['7', '--database', url], 66, /holds no lab run 7$/],
    [['seven', '--database', url], 64, /'seven' is no lab run: give its number or 'latest'$/],
    [['--database', empty], 66, /holds no lab run yet: make one with `\.\/towline lab run quick`$/],
    [['--database', url, '--client', 'win7'], 64, /--client needs --compare$/],
    [['--database', url, '--part', 'shares', '--again', '1'], 64, /are about cells, not --part shares$/],
    [['--database', url, '--metric', 'speed'], 64, /Allowed choices are plt_ms/],
    [['--database', url, '--baseline', 'h4'], 64, /Allowed choices are http, h1/],
    [['--database', url, '--compare', join(folder, 'no.csv')], 65, /no\.csv: line 1: no column client$/],
    [['--database', url, '--compare', join(folder, 'none.csv')], 66, /no such file/],
  ]
  for (const [args, code, says] of cases) {
    const ended = await towlineHere(t, ['lab', 'results', ...args])
    assert.equal(ended.code, code, args.join(' '))
    assert.match(ended.stderr.split('\n')[0] ?? '', says)
  }
})
