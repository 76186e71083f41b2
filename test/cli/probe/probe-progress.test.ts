import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ProbeProgress } from '../../../cli/probe/probe-progress.ts'
import { RunningGains } from '../../../cli/probe/running-gains.ts'
import type { SampleReport } from '../../../crawler/probe/campaign/campaign-context.ts'

/** A sample of a site under an arm that took so long; null: invalid. */
function sample(
  arm: SampleReport['arm'],
  round: number,
  pltMs: number | null,
  domain = 'a.test',
): SampleReport {
  return {
    site: { site: domain.charCodeAt(0), domain } as SampleReport['site'],
    arm,
    round,
    role: 'sample',
    state: pltMs === null ? 'invalid' : 'valid',
    reason: pltMs === null ? 'machine_busy' : null,
    pltMs,
    wallMs: 1,
  }
}

const ROUNDS = [1_000, 1_010, 990, 1_005, 995, 1_000]

/** A display that keeps what it writes, on a clock that is set. */
function display(isTTY: boolean, rows = 24, columns = 80) {
  const written: string[] = []
  const state = { nowMs: 0 }
  const out = { isTTY, rows, columns, write: (text: string) => void written.push(text) }
  return { written, state, progress: new ProbeProgress(out, () => state.nowMs) }
}

test('gains grow with the rounds: a ratio at once, an interval from six rounds on, none for the baseline', () => {
  const gains = new RunningGains(null)
  const gainOf = (arm: string) => gains.arms.find((each) => each.arm === arm)?.gain
  for (const [round, ms] of ROUNDS.entries()) {
    gains.add(sample('h1', round, ms), { gains: true })
    gains.add(sample('h2', round, ms / 2), { gains: true })
    if (round === 4) assert.equal(gainOf('h2'), '2.00')
  }
  assert.match(gainOf('h2') ?? '', /^2\.00 \(\d\.\d\d–\d\.\d\d\)$/)
  assert.equal(gainOf('h1'), null)
})

test('samples that do not count are left out of the times and counted; a time of 0 is no ratio', () => {
  const gains = new RunningGains(null)
  for (const each of [sample('h1', 0, 0), sample('h2', 0, 10), sample('h2', 1, null)])
    gains.add(each, { gains: true })
  assert.deepEqual([gains.samples, gains.leftOut], [3, 1])
  const h2 = gains.arms.find(({ arm }) => arm === 'h2')
  assert.deepEqual([h2?.plts.size, h2?.leftOut.size, h2?.gain], [1, 1, null])
})

test('on a terminal the table is rewritten: as many lines are cleared as were drawn', () => {
  const { written, state, progress } = display(true)
  progress.start(4)
  progress.show(sample('h1', 0, 100))
  const drawn = (written.at(-1) ?? '').split('\n').length - 1
  state.nowMs = 3_000
  progress.show(sample('h2', 0, 50))
  assert.equal(written.at(-2), `\x1b[${drawn}A\x1b[J`)
  assert.match(
    written.at(-1) ?? '',
    /^site +arm +n +left out +PLT ms +gain\na\.test +h1 +1 +0 +100 +–\na\.test +h2 +1 +0 +50 +2\.00\n/,
  )
  assert.match(
    written.at(-1) ?? '',
    /\n2\/4 samples {2}50\.0 % {2}0 left out {2}3 s left {2}a\.test h2 sample\n$/,
  )
})

test('the table is no higher and no wider than the terminal', () => {
  const { written, progress } = display(true, 10, 40)
  for (let i = 0; i < 26; i += 1)
    progress.show(sample('h1', 0, 100, `${String.fromCharCode(97 + i)}-long-domain-name.test`))
  const lines = (written.at(-1) ?? '').trimEnd().split('\n')
  assert.ok(lines.length <= 10, `${lines.length} lines`)
  for (const line of lines) assert.ok([...line].length < 40, line)
  assert.match(lines.at(-2) ?? '', /^z-/)
})

test('without a terminal there are plain lines, and one at the end; warm-ups do not count', () => {
  const { written, state, progress } = display(false)
  progress.start(2)
  progress.show({ ...sample('h1', 0, 100), role: 'warmup' })
  assert.deepEqual(written, [])
  state.nowMs = 60_000
  progress.show(sample('h1', 0, 100))
  progress.show(sample('h2', 0, null))
  progress.end()
  assert.deepEqual(written, [
    '1/2 samples  50.0 %  0 left out  1 min 0 s left  a.test h1 sample\n',
    '2/2 samples  100.0 %  1 left out  a.test h2 sample\n',
  ])
})

test('a run that ends before its last round, since its sites are settled, has no time left', () => {
  const { written, state, progress } = display(false)
  progress.start(50)
  progress.show(sample('h1', 0, 100))
  state.nowMs = 60_000
  progress.show(sample('h2', 0, 100))
  assert.match(written.at(-1) ?? '', / left out {2}\d+ min 0 s left /)
  progress.end()
  assert.match(written.at(-1) ?? '', /^2\/50 samples {2}4\.0 % {2}0 left out {2}a\.test h2 sample\n$/)
})

test('a warning cannot move the cursor', () => {
  const { written, progress } = display(false)
  progress.warn('a\u001b[2J')
  assert.deepEqual(written, ['a\\u{1b}[2J\n'])
})

test('a round that is repeated counts anew with all its arms; how many wait, and for what, is said', () => {
  const { written, state, progress } = display(false)
  progress.start(4)
  const repeats = (repeatNo: number, waiting: number) => ({
    repeats: { repeatNo, waiting, busyWith: ['cargo', 'node'] },
  })
  const gains = new RunningGains(null)
  const show = (report: SampleReport) => {
    gains.add(report, { gains: true })
    progress.show(report)
  }
  show(sample('h1', 0, 100))
  state.nowMs = 60_000
  show({ ...sample('h2', 0, null), ...repeats(0, 2) })
  assert.match(
    written.at(-1) ?? '',
    /^2\/6 samples {2}33\.3 % {2}1 left out .* {2}2 wait to be repeated: the machine is busy with cargo, node {2}a\.test h2 sample\n$/,
  )
  state.nowMs = 120_000
  show({ ...sample('h1', 0, 300), ...repeats(1, 1) })
  assert.match(written.at(-1) ?? '', /^3\/6 samples .* {2}0 left out .* {2}1 wait to be repeated/)
  show({ ...sample('h2', 0, 100), ...repeats(1, 0) })
  const gain = gains.arms.find(({ arm }) => arm === 'h2')?.gain
  assert.equal(gain, '3.00', 'of the repeat alone')
  show(sample('h1', 1, 100))
  show(sample('h2', 1, 100))
  progress.end()
  assert.match(written.at(-1) ?? '', /^6\/6 samples {2}100\.0 % {2}0 left out {2}a\.test h2 sample\n$/)
})
