import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { planSchemaFile } from '../../../cli/data/docs.ts'
import { SERVER_NAMES, SERVERS } from '../../../lab/origin/servers.ts'
import { GOOGLE_MOBILE_PAGES } from '../../../lab/pages/google-mobile-pages.ts'
import { FACTOR_NAMES } from '../../../lab/plan/factors.ts'
import { findPlan, planFiles } from '../../../lab/plan/find-plan.ts'
import type { Plan } from '../../../lab/plan/plan.ts'
import { readPlan } from '../../../lab/plan/read-plan.ts'
import { singleFileBytes } from '../../../model/lab-page-name.ts'
import { slowStartRounds } from '../../../model/slow-start.ts'
import { MIN_ROUNDS } from '../../../stats/comparison/compare-arms.ts'

const files = await planFiles()
const plans = new Map<string, Plan>()
for (const [name, file] of files) plans.set(name, await readPlan(file))

const planned = (name: string): Plan => plans.get(name) ?? assert.fail(`no plan ${name}`)

/** The levels of a factor that occur, in their order. */
const levels = (name: string, factor: string) => [
  ...new Set(planned(name).cells.map(({ factors }) => factors[factor])),
]

test('every plan of the lab is there, under its file’s name, and tells editors its schema', () => {
  assert.deepEqual(
    [...plans.keys()],
    [
      'cablelabs',
      'coalescing',
      'early-hints',
      'elkhatib-bandwidth',
      'elkhatib-iw',
      'elkhatib-loss',
      'elkhatib-phases',
      'elkhatib-queue',
      'elkhatib-rtt',
      'elkhatib-shards',
      'elkhatib-streams',
      'epload-pages',
      'epload',
      'findings',
      'google-mobile-one-address',
      'google-mobile',
      'handshakes',
      'headers',
      'initial-window-figure-3',
      'initial-window',
      'mobile-3g',
      'modern',
      'objects-size-loss',
      'priorities',
      'quick',
      'servers',
      'slow-start',
      'udp',
      'visits',
    ],
  )
  for (const [name, file] of files) {
    assert.equal(planned(name).name, name)
    assert.match(readFileSync(file, 'utf8'), /^# yaml-language-server: \$schema=\.\/plan\.schema\.json\n/)
  }
})

test('handshakes has every chain over three links, the hybrid key exchange and a key of RSA beside them', () => {
  const { cells, arms, rounds } = planned('handshakes')
  assert.deepEqual(arms, ['h1', 'h2', 'h3'])
  assert.ok(rounds >= MIN_ROUNDS)
  assert.deepEqual(levels('handshakes', 'chainBytes'), [1_000, 1_500, 2_000, 4_000, 10_000, 16_000])
  assert.deepEqual(levels('handshakes', 'keyExchange'), ['x25519', 'x25519mlkem768'])
  assert.deepEqual(levels('handshakes', 'certificateKey'), ['ecdsa', 'rsa'])
  assert.equal(cells.length, 3 * (6 + 2 + 1))
})

test('early-hints has each think time with and without a 103, at four round trips', () => {
  assert.deepEqual(levels('early-hints', 'earlyHints'), ['off', 'on'])
  assert.deepEqual(levels('early-hints', 'rttMs'), [20, 50, 100, 200])
  assert.equal(planned('early-hints').cells.length, 4 * 4 * 2)
})

test('udp has every path over three links, for a page that announces HTTP/3 and one that does not', () => {
  const { cells, arms, baseline } = planned('udp')
  assert.deepEqual([arms, baseline], [['h2', 'h3-altsvc'], 'h2'])
  assert.deepEqual(levels('udp', 'udp'), ['open', 'dropped', 'rejected', 'throttled', 'dropped-after-10'])
  assert.deepEqual(levels('udp', 'visit'), ['cold', 'alt-svc-second'])
  assert.equal(cells.length, 3 * 2 * 5)
})

test('plan.schema.json is made from the schema that plans are read by (rewrite it with `node scripts/docs.ts`)', () => {
  const file = join(dirname(files.get('quick') ?? ''), 'plan.schema.json')
  assert.equal(readFileSync(file, 'utf8'), planSchemaFile())
})

test('the schema names every factor for editors', () => {
  const { properties } = JSON.parse(planSchemaFile())
  assert.deepEqual(Object.keys(properties.factors.properties), FACTOR_NAMES)
})

test('docs/lab.md explains every factor', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/lab.md'), 'utf8')
  for (const name of FACTOR_NAMES) assert.match(page, new RegExp(`^\\| \`${name}\` \\|`, 'm'), name)
})

test('cablelabs are the 288 conditions of the report: 144 cells under two protocols, and HTTP/3 beside them', () => {
  const { cells, arms, baseline } = planned('cablelabs')
  assert.deepEqual([cells.length, arms, baseline], [144, ['h1', 'h2', 'h3'], 'h1'])
  assert.equal(
    cells.reduce((sum, { arms: { applied } }) => sum + applied.filter((arm) => arm !== 'h3').length, 0),
    288,
  )
  assert.deepEqual(levels('cablelabs', 'initcwnd'), [3, 10])
  assert.deepEqual(levels('cablelabs', 'page'), ['cablelabs-a', 'cablelabs-b', 'cablelabs-c'])
  assert.deepEqual(levels('cablelabs', 'shards'), [1, 2, 4])
  assert.deepEqual(
    [levels('cablelabs', 'downMbps'), levels('cablelabs', 'upMbps')],
    [
      [10, 20],
      [1, 2],
    ],
  )
  assert.deepEqual(
    [levels('cablelabs', 'rttMs'), levels('cablelabs', 'lossFraction')],
    [
      [20, 100],
      [0, 0.01],
    ],
  )
})

test('the sweeps of Elkhatib span what the paper’s figures span', () => {
  const span = (name: string, factor: string) => [levels(name, factor).at(0), levels(name, factor).at(-1)]
  assert.deepEqual(span('elkhatib-rtt', 'rttMs'), [10, 490])
  assert.deepEqual(levels('elkhatib-rtt', 'downMbps'), [1])
  assert.deepEqual(span('elkhatib-bandwidth', 'downMbps'), [0.064, 8])
  assert.deepEqual(levels('elkhatib-bandwidth', 'rttMs'), [150])
  assert.deepEqual(span('elkhatib-loss', 'lossFraction'), [0, 0.03])
  assert.deepEqual(levels('elkhatib-queue', 'queuePackets'), [64, 256, 512])
  assert.deepEqual(levels('elkhatib-iw', 'initcwnd'), [3, 7, 10, 16])
  assert.deepEqual(levels('elkhatib-shards', 'shards'), [1, 2, 3, 4, 5, 6, 7])
  assert.deepEqual(span('elkhatib-streams', 'streams'), [1, 100])
  assert.ok(levels('elkhatib-streams', 'rttMs').length > 4)
  assert.deepEqual(levels('elkhatib-streams', 'page').slice(0, 3), ['twitter', 'youtube', 'imgur'])
  assert.ok([10, 30].every((plateau) => levels('elkhatib-streams', 'streams').includes(plateau)))
  assert.deepEqual(
    [levels('elkhatib-phases', 'downMbps'), levels('elkhatib-phases', 'rttMs')],
    [[2], [250, 490]],
  )
})

test('elkhatib-streams measures http once for each page and round-trip time, as HTTP/1.1 has no streams', () => {
  const { cells } = planned('elkhatib-streams')
  const pages = levels('elkhatib-streams', 'page')
  const withHttp = cells.filter(({ arms: { applied } }) => applied.includes('http'))
  assert.deepEqual(
    withHttp.map(({ factors, link, streams }) => [factors.page, link.rttMs, streams]),
    pages.flatMap((page) => levels('elkhatib-streams', 'rttMs').map((rttMs) => [page, rttMs, 1])),
  )
})

test('initial-window takes files whose round trips in slow start a few packets of headers do not change', () => {
  const { loader, arms, rounds } = planned('initial-window')
  assert.deepEqual([loader, arms], ['graph', ['h1', 'h2', 'h3']])
  assert.ok(rounds >= MIN_ROUNDS)
  const windows = levels('initial-window', 'initcwnd') as number[]
  assert.deepEqual(windows, [3, 10, 32])
  assert.deepEqual(levels('initial-window', 'rttMs'), [20, 100, 200])
  const sizes = levels('initial-window', 'page').map((page) => singleFileBytes(String(page)) ?? Number.NaN)
  assert.deepEqual([sizes.length, sizes.at(0), sizes.at(-1)], [6, 10_000, 1_000_000])
  for (const sizeBytes of sizes)
    for (const window of windows) {
      const rounds = slowStartRounds(sizeBytes, window)
      for (const moreBytes of [-1_000, 0.05 * sizeBytes, 400])
        assert.equal(slowStartRounds(sizeBytes + moreBytes, window), rounds, `${sizeBytes} ${window}`)
    }
})

test('initial-window-figure-3 has the link of the report’s figure, files below 3 kB and one of 11 kB', () => {
  const of = (factor: string) => levels('initial-window-figure-3', factor)
  assert.deepEqual(
    [of('downMbps'), of('rttMs'), of('initcwnd'), of('lossFraction')],
    [[10], [100], [3, 10], [0]],
  )
  const sizes = of('page').map((page) => singleFileBytes(String(page)) ?? Number.NaN)
  assert.ok(sizes.includes(11_000) && sizes.some((sizeBytes) => sizeBytes < 3_000))
})

test('modern is h1, h2 and h3 over five profiles and eight pages', () => {
  const { cells, arms } = planned('modern')
  assert.deepEqual([cells.length, arms], [40, ['h1', 'h2', 'h3']])
  assert.deepEqual([levels('modern', 'profile').length, levels('modern', 'page').length], [5, 8])
})

test('servers is modern over every stack of HTTP/3, one of them twice', () => {
  const { cells, arms } = planned('servers')
  assert.deepEqual([cells.length, arms], [200, ['h1', 'h2', 'h3']])
  for (const factor of ['profile', 'page'])
    assert.deepEqual(levels('servers', factor), levels('modern', factor))
  const stacks = SERVER_NAMES.filter((name) => SERVERS[name].protocols.includes('h3'))
  assert.deepEqual(levels('servers', 'server'), stacks)
})

test('google-mobile is the 77 pages under h1, h2 and h3 over the link of the study, with enough rounds for intervals', () => {
  const { cells, arms, rounds } = planned('google-mobile')
  assert.deepEqual(levels('google-mobile', 'page'), GOOGLE_MOBILE_PAGES)
  assert.deepEqual([cells.length, arms], [77, ['h1', 'h2', 'h3']])
  const links = new Set(
    cells.map(({ link: { rttMs, downMbps, upMbps } }) => `${rttMs} ${downMbps} ${upMbps}`),
  )
  assert.deepEqual([...links], ['150 2 1'])
  assert.ok(rounds >= 6)
})

test('google-mobile-one-address differs from google-mobile in the addresses, and has clear text beside', () => {
  const cellsOf = (name: string) => planned(name).cells.map(({ factors: _, arms: __, ...cell }) => cell)
  assert.deepEqual(
    cellsOf('google-mobile-one-address'),
    cellsOf('google-mobile').map((cell) => ({ ...cell, addresses: 'one' })),
  )
  const { arms, rounds, pauseMs, seed } = planned('google-mobile')
  const { name: _, title: __, source: ___, cells: ____, ...rest } = planned('google-mobile-one-address')
  assert.deepEqual(rest, { arms: ['http', ...arms], baseline: 'h1', rounds, pauseMs, seed })
})

test('quick is two pages, three arms and four links, with enough rounds for intervals', () => {
  const { cells, arms, rounds } = planned('quick')
  assert.deepEqual([cells.length, arms.length], [8, 3])
  assert.equal(new Set(cells.map(({ link }) => JSON.stringify(link))).size, 4)
  assert.equal(levels('quick', 'page').length, 2)
  assert.ok(rounds >= 6)
})

test('a plan is found by its name or its path', async () => {
  assert.equal(await findPlan('quick'), files.get('quick'))
  assert.equal(await findPlan('./quick'), './quick')
  assert.equal(await findPlan('some/mine.yaml'), 'some/mine.yaml')
  await assert.rejects(findPlan('quik'), {
    name: 'PlanMissing',
    exitCode: 66,
    message: "no plan 'quik': is quick meant?",
  })
  await assert.rejects(
    findPlan('nothing-like-it'),
    /no plan 'nothing-like-it': see `towline lab plan --list`/,
  )
})
