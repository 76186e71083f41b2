import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { type AdviceDocument, adviceSchema } from '../../advise/advice-document.ts'
import { WHAT_IFS } from '../../advise/what-ifs.ts'
import { ENTRY } from '../../cli/options/entry.ts'
import { environment, temporaryFolder, towline } from '../cli/towline.ts'
import { noBrowser } from '../crawler/probe/browser/probe-browser.ts'
import { whyNoLink } from '../lab/link/why-no-link.ts'
import { whyNoServer } from '../lab/origin/running-server.ts'

const skip = noBrowser || whyNoLink() || (await whyNoServer('towline'))

const ADVISE = ['advise', 'page-12.test', '--sandbox', '--networks=3g', '--busy-limit=1']

async function readAdviceIn(folder: string): Promise<AdviceDocument> {
  return adviceSchema.parse(JSON.parse(await readFile(join(folder, 'advice.json'), 'utf8')))
}

/** Runs an advice up to a line of its, and sends it a signal. */
async function adviseUntil(cwd: string, line: RegExp, signal: NodeJS.Signals, args: readonly string[]) {
  const child = spawn(process.execPath, [ENTRY, ...ADVISE, ...args], {
    ...{ cwd, env: environment() },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let stderr = ''
  let isSent = false
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk
    if (isSent || !line.test(stderr)) return
    isSent = true
    child.kill(signal)
  })
  const [stdout, [code]] = await Promise.all([
    text(child.stdout),
    once(child, 'exit') as Promise<[number | null]>,
  ])
  return { code, stdout, stderr }
}

test('a killed advice loses nothing that was measured, Ctrl-C leaves a report, and --resume goes on from both', {
  skip,
}, async () => {
  await using folder = await temporaryFolder()
  const made = join(folder.path, 'data/advice/page-12.test')
  const inLive = await adviseUntil(folder.path, /^[3-9]\/18 samples/m, 'SIGKILL', ['--minutes=15'])
  assert.equal(inLive.code, null, inLive.stderr)

  const inReplays = await adviseUntil(folder.path, /^lab run 1 started/m, 'SIGINT', [
    '--minutes=15',
    '--resume',
  ])
  assert.equal(inReplays.code, 130, inReplays.stderr)
  // The loads that were there are not taken again.
  assert.match(inReplays.stderr, /^resuming campaign 1$/m)
  assert.doesNotMatch(inReplays.stderr, /^(survey|campaign) 2/m)
  const stopped = await readAdviceIn(made)
  assert.equal(stopped.state, 'stopped')
  assert.deepEqual([stopped.speaks.h1, stopped.speaks.h2, stopped.speaks.h3], [true, true, true])
  assert.deepEqual(
    stopped.live?.arms.map(({ arm, rounds }) => [arm, rounds]),
    [
      ['h1', 0],
      ['h2', 6],
      ['h3', 6],
    ],
  )
  assert.equal(stopped.replays, null)
  assert.match(inReplays.stdout, /is not known: nothing was replayed/)
  const report = await readFile(join(made, 'report.html'), 'utf8')
  assert.match(report, /This was stopped before its end/)
  assert.ok(report.length < 1_000_000, `${report.length} characters`)

  const resumedOnce = await adviseUntil(folder.path, /^lab run 3 started[\s\S]*^[1-9]\d* of /m, 'SIGKILL', [
    '--minutes=15',
    '--resume',
  ])
  assert.equal(resumedOnce.code, null, resumedOnce.stderr)
  assert.match(resumedOnce.stderr, /^lab run 1 resumed/m)

  const args = ['--minutes=4', '--resume', '--assert=h3 on 3g >= 0.01', '--junit=out.xml', '--json=out.json']
  const resumed = await towline([...ADVISE, ...args], { cwd: folder.path })
  assert.ok(resumed.code === 0 || resumed.code === 3, resumed.stderr)
  // Neither site nor recording nor pilot is taken again.
  assert.doesNotMatch(resumed.stderr, /^(survey|campaign) \d/m)
  assert.doesNotMatch(resumed.stderr, /^load for bodies/m)
  assert.doesNotMatch(resumed.stderr, /^lab run [12] /m)
  assert.match(resumed.stderr, /^lab run 3 resumed/m)
  const advice = adviceSchema.parse(JSON.parse(await readFile(join(folder.path, 'out.json'), 'utf8')))
  assert.equal(advice.startedAt, stopped.startedAt)
  assert.notEqual(advice.state, 'stopped')
  assert.deepEqual(advice.live, stopped.live)
  // As of an advice that nobody disturbed: the network that was asked for, and each change.
  assert.deepEqual(
    advice.replays?.networks.map(({ network, arms }) => [network, arms.map(({ arm }) => arm)]),
    [['3g', ['h1', 'h2', 'h3']]],
  )
  assert.deepEqual(
    advice.whatIfs.map(({ name }) => name).toSorted(),
    WHAT_IFS.map(({ name }) => name).toSorted(),
  )
  const h3 = advice.replays?.networks[0]?.arms.find(({ arm }) => arm === 'h3')
  const isDecided = h3?.interval != null
  // On a machine that is busy all the while time may be over before: then nothing is decided, and nothing fails.
  assert.equal(advice.assertions[0]?.result, isDecided ? 'met' : 'not decided')
  assert.equal(resumed.code, isDecided ? 0 : 3)
  assert.match(
    await readFile(join(folder.path, 'out.xml'), 'utf8'),
    isDecided ? /failures="0"/ : /skipped="1"/,
  )
})
