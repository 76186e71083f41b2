import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { type AdviceDocument, adviceSchema } from '../../advise/advice-document.ts'
import { ENTRY } from '../../cli/options/entry.ts'
import { environment, temporaryFolder, towline } from '../cli/towline.ts'
import { noBrowser } from '../crawler/probe/browser/probe-browser.ts'
import { whyNoLink } from '../lab/link/why-no-link.ts'
import { whyNoServer } from '../lab/origin/running-server.ts'

const skip = noBrowser || whyNoLink() || (await whyNoServer('towline'))

const SHORT = ['--sandbox', '--networks=3g', '--busy-limit=1']

async function readAdviceIn(folder: string): Promise<AdviceDocument> {
  return adviceSchema.parse(JSON.parse(await readFile(join(folder, 'advice.json'), 'utf8')))
}

test('Ctrl-C leaves a report of what is known, marked so, and --resume goes on from there', {
  skip,
}, async () => {
  await using folder = await temporaryFolder()
  const made = join(folder.path, 'data/advice/page-12.test')
  const child = spawn(process.execPath, [ENTRY, 'advise', 'page-12.test', ...SHORT, '--minutes=15'], {
    cwd: folder.path,
    env: environment(),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let stderr = ''
  child.stderr.on('data', (chunk: Buffer) => {
    // The first replay: live loads and the recording are there.
    const before = stderr
    stderr += chunk
    if (/^lab run 1 started/m.test(stderr) && !/^lab run 1 started/m.test(before)) child.kill('SIGINT')
  })
  const [stdout, [code]] = await Promise.all([
    text(child.stdout),
    once(child, 'exit') as Promise<[number | null]>,
  ])
  assert.equal(code, 130, stderr)
  const stopped = await readAdviceIn(made)
  assert.equal(stopped.state, 'stopped')
  assert.deepEqual([stopped.speaks.h1, stopped.speaks.h2, stopped.speaks.h3], [true, true, true])
  assert.equal(stopped.live?.arms.length, 3)
  assert.equal(stopped.replays, null)
  assert.match(stdout, /is not known: nothing was replayed/)
  const report = await readFile(join(made, 'report.html'), 'utf8')
  assert.match(report, /This was stopped before its end/)
  assert.ok(report.length < 1_000_000, `${report.length} characters`)

  const args = ['--minutes=4', '--resume', '--assert=h3 on 3g >= 0.01', '--junit=out.xml', '--json=out.json']
  const resumed = await towline(['advise', 'page-12.test', ...SHORT, ...args], { cwd: folder.path })
  assert.ok(resumed.code === 0 || resumed.code === 3, resumed.stderr)
  // Neither site nor recording is taken again.
  assert.doesNotMatch(resumed.stderr, /^(survey|campaign) \d/m)
  assert.doesNotMatch(resumed.stderr, /^load for bodies/m)
  const advice = adviceSchema.parse(JSON.parse(await readFile(join(folder.path, 'out.json'), 'utf8')))
  assert.equal(advice.startedAt, stopped.startedAt)
  assert.notEqual(advice.state, 'stopped')
  assert.deepEqual(advice.live, stopped.live)
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
