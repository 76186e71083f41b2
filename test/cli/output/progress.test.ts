import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { ENTRY } from '../../../cli/options/entry.ts'
import { pauseOf } from '../../../cli/options/own-pause.ts'
import { announcedWait, progressDisplay, progressLine } from '../../../cli/output/progress.ts'
import { duration } from '../../../cli/output/text.ts'
import { serveDns } from '../../servers/dns.ts'
import { environment, temporaryFolder, towline } from '../towline.ts'

const run = promisify(execFile)
const at = (done: number) => ({
  done,
  total: 1_000,
  failed: 3,
  ratePerS: 12.34,
  etaS: (1_000 - done) / 12.34,
})

function display({ isTTY, columns = 80 }: { isTTY: boolean; columns?: number }) {
  let written = ''
  let nowMs = 5_000
  const out = { isTTY, columns, write: (text: string) => (written += text) }
  const { show, end } = progressDisplay(out, () => nowMs)
  return { show, end, wait: (ms: number) => (nowMs += ms), written: () => written }
}

test('a progress line tells done, total, share, rate, failures and the time left', () => {
  assert.equal(progressLine(at(250)), '250/1000 sites  25.0 %  12.3/s  3 without an answer  1 min 1 s left')
  // One silent site takes 20 s.
  assert.equal(
    progressLine(at(760)),
    '760/1000 sites  76.0 %  12.3/s  3 without an answer  some seconds left',
  )
  assert.equal(
    progressLine({ done: 0, total: 7, failed: 0, ratePerS: null, etaS: null }),
    '0/7 sites  0.0 %  0 without an answer',
  )
  assert.equal(
    progressLine({ done: 0, total: 0, failed: 0, ratePerS: null, etaS: null }),
    '0/0 sites  0 without an answer',
  )
})

test('durations are reported in the two largest units', () => {
  assert.deepEqual([0.4, 59.6, 61, 3_599, 7_261].map(duration), [
    '0 s',
    '1 min 0 s',
    '1 min 1 s',
    '59 min 59 s',
    '2 h 1 min',
  ])
})

test('away from a terminal plain lines come after 5 s, then ever more rarely to once a minute, and one at the end', () => {
  const { show, end, wait, written } = display({ isTTY: false })
  for (let done = 0; done <= 1_000; done++) {
    show(at(done))
    wait(200)
  }
  end()
  const lines = written().trimEnd().split('\n')
  assert.deepEqual(
    lines.map((line) => line.slice(0, line.indexOf('/'))),
    ['25', '75', '175', '375', '675', '975', '1000'],
  )
  for (const character of ['\r', '\u001b']) assert.ok(!written().includes(character))
})

test('on a terminal one line is rewritten at most five times a second, and never wraps', () => {
  const { show, end, wait, written } = display({ isTTY: true, columns: 30 })
  for (let done = 0; done < 100; done++) {
    show(at(done))
    wait(10)
  }
  end()
  const states = written().split('\r\u001b[2K').slice(1)
  assert.equal(states.length, 6)
  assert.match(states.at(-1) ?? '', /^99\/1000 .*\n$/)
  for (const state of states) assert.ok(state.trimEnd().length < 30)
})

test('a run that never began leaves no progress line', () => {
  const { end, written } = display({ isTTY: false })
  end()
  assert.equal(written(), '')
})

/** Arguments of a short survey of names that do not exist. */
async function shortSurvey(folder: string, resolver: string): Promise<string[]> {
  const list = Array.from({ length: 40 }, (_, index) => `site${index}.test\n`)
  await writeFile(join(folder, 'list.txt'), list.join(''))
  return ['crawl', '--list', 'list.txt', '--resolver', resolver, '--operations', 'dns', '--survey-only']
}

test('the command writes no control character into a file or pipe', async () => {
  await using folder = await temporaryFolder()
  await using dns = await serveDns(() => ({ rcode: 3 }))
  const args = await shortSurvey(folder.path, dns.address)
  const { code, stderr } = await towline(args, { cwd: folder.path })
  assert.equal(code, 0, stderr)
  assert.match(stderr, /^survey 1: 40 sites of list\.txt\n40\/40 sites {2}100\.0 %.* 40 without an answer\n$/)
})

async function whyNoTerminal(): Promise<string | false> {
  try {
    await run('script', ['-qec', 'true', '/dev/null'])
    return false
  } catch {
    return 'the program `script` is missing: install the package bsdutils'
  }
}

test('the command rewrites one line on a terminal', { skip: await whyNoTerminal() }, async () => {
  await using folder = await temporaryFolder()
  await using dns = await serveDns(() => ({ rcode: 3 }))
  const args = await shortSurvey(folder.path, dns.address)
  const command = [process.execPath, ENTRY, ...args, '>table.txt'].join(' ')
  const { stdout } = await run('script', ['-qec', command, '/dev/null'], {
    cwd: folder.path,
    env: environment({ COLUMNS: '80' }),
  })
  const [said = '', ...states] = stdout.split('\r\u001b[2K')
  assert.match(said, /^survey 1: 40 sites of list\.txt\r\n$/)
  assert.ok(states.length >= 2, 'at the start and at the end')
  assert.match(states.at(-1) ?? '', /^40\/40 sites .*\r\n$/)
  for (const state of states.slice(0, -1)) assert.doesNotMatch(state, /\n/)
})

/** What a wait writes before it is stopped at its first write. */
async function written(ms: number, isTTY: boolean): Promise<string> {
  const stop = new AbortController()
  let text = ''
  const out = {
    isTTY,
    write(line: string) {
      text += line
      stop.abort()
      return true
    },
  }
  const wait = announcedWait(ms, 'pause', { out, clock: () => performance.now(), signal: stop.signal })
  if (ms > 5_000) await assert.rejects(wait, { name: 'AbortError' })
  else await wait
  return text
}

test('a long wait is announced: with the time left on a terminal, else once', async () => {
  assert.equal(await written(60_000, false), 'pause: waiting 1 min 0 s\n')
  assert.equal(await written(60_000, true), '\r\u001b[2Kpause: 1 min 0 s left\r\u001b[2K')
  assert.equal(await written(1, true), '')
  assert.equal(await written(1, false), '')
})

test('between loads of servers of one’s own there is no pause, unless the user wants one', () => {
  const from = (source: string) => ({ getOptionValueSource: () => source })
  assert.equal(pauseOf(from('default'), { allowAddress: ['127.0.0.0/8'], pause: 60_000 }), 0)
  assert.equal(pauseOf(from('cli'), { allowAddress: ['127.0.0.0/8'], pause: 60_000 }), 60_000)
  assert.equal(pauseOf(from('default'), { allowAddress: [], pause: 60_000 }), 60_000)
})
