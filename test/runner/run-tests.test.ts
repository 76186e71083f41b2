import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { after, test } from 'node:test'
import { openBackgroundGroup } from './background-group.ts'

const RUN_TESTS = resolve(import.meta.dirname, 'run-tests.ts')
const folder = mkdtempSync(join(tmpdir(), 'towline-runner-'))
after(() => rmSync(folder, { recursive: true }))

const IMPORT = "import { test } from 'node:test'\nimport { existsSync, writeFileSync } from 'node:fs'\n"
const PASSES = `${IMPORT}test('passes', () => {})\n`
const FAILS = `${IMPORT}test('fails', () => { throw new Error('always') })\n`
const CRASHES = 'process.exit(3)\n'
const skips = (reason: string): string => `${IMPORT}test('skipped', { skip: '${reason}' }, () => {})\n`
/** Fails the first time that it runs, as a test does that depends on what runs beside it. */
const failsOnce = (mark: string): string =>
  `${IMPORT}test('once', () => { if (!existsSync('${mark}')) { writeFileSync('${mark}', ''); throw new Error('first') } })\n`

let runs = 0
/** Runs these test files as `scripts/test.sh` would; resolves to the exit code and the lines printed. */
async function runTests(
  sources: Readonly<Record<string, string>>,
  env: NodeJS.ProcessEnv = {},
  options: readonly string[] = [],
): Promise<{ code: number | null; lines: string[] }> {
  runs += 1
  const files = Object.entries(sources).map(([name, source]) => {
    const file = join(folder, `${runs}-${name}.test.mjs`)
    writeFileSync(file, source)
    return file
  })
  // Else the inner run would take itself for a part of this one.
  const { NODE_TEST_CONTEXT: _, ...inherited } = process.env
  const child = spawn(process.execPath, [RUN_TESTS, ...options, ...files], {
    env: { ...inherited, TOWLINE_EXPECTED_SKIPS: '', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let text = ''
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
  const code = await new Promise<number | null>((done) => child.once('close', done))
  return { code, lines: text.trimEnd().split('\n') }
}

test('a run in which all pass ends with the counts, and 0', async () => {
  const { code, lines } = await runTests({ one: PASSES, two: PASSES })
  assert.equal(code, 0)
  assert.equal(lines.at(-1), '2 passed, 0 failed, 0 skipped')
})

test('a file that fails twice is named, and the run is red', async () => {
  const { code, lines } = await runTests({ one: PASSES, two: FAILS })
  assert.equal(code, 1)
  assert.match(lines.at(-2) ?? '', /^FAILED twice: .*two\.test\.mjs$/)
  assert.equal(lines.at(-1), '1 passed, 1 failed, 0 skipped')
  assert.equal(
    lines.filter((line) => line.includes('Error: always')).length > 0,
    true,
    'the cause is printed',
  )
})

test('a file whose process ends without a test having failed is red', async () => {
  const { code, lines } = await runTests({ one: CRASHES })
  assert.equal(code, 1)
  assert.match(lines.at(-2) ?? '', /^FAILED twice: /)
})

test('a file that passes alone the second time is listed as flaky, and the run is green', async () => {
  const { code, lines } = await runTests({ one: PASSES, two: failsOnce(join(folder, 'mark')) })
  assert.equal(code, 0)
  assert.match(lines.at(-2) ?? '', /^FLAKY \(failed, then passed alone\): .*two\.test\.mjs$/)
  assert.equal(lines.at(-1), '2 passed, 0 failed, 0 skipped')
})

test('files that measure run one by one', async () => {
  const log = join(folder, 'order')
  const logs = (name: string): string =>
    `import { test } from 'node:test'\nimport { appendFileSync } from 'node:fs'\nimport { setTimeout } from 'node:timers/promises'\n` +
    `test('logs', async () => { appendFileSync('${log}', '${name} '); await setTimeout(20); appendFileSync('${log}', '${name} ') })\n`
  const { code } = await runTests({ alone1: logs('a'), alone2: logs('b'), other: logs('o') }, {}, [
    '--alone',
    'alone',
  ])
  assert.equal(code, 0)
  assert.equal(readFileSync(log, 'utf8').replaceAll('o ', ''), 'a a b b ')
})

test('a file that mostly waits runs beside three others', async () => {
  const mark = (name: string): string => join(folder, `beside-${name}`)
  // Each ends when all four have begun: where one of them waits for the end of another, none ever does.
  const meets = (name: string): string =>
    `${IMPORT}import { setTimeout } from 'node:timers/promises'\n` +
    `test('meets', { timeout: 60_000 }, async () => { writeFileSync('${mark(name)}', '')\n` +
    `while (!${JSON.stringify(['one', 'two', 'three', 'waits'].map(mark))}.every(existsSync)) await setTimeout(20) })\n`
  const sources = { one: meets('one'), two: meets('two'), three: meets('three'), waits: meets('waits') }
  const { code, lines } = await runTests(sources, {}, ['--own-process', '.', '--idle', 'waits'])
  assert.equal(code, 0)
  assert.equal(lines.at(-1), '4 passed, 0 failed, 0 skipped')
  assert.ok(!lines.some((line) => line.startsWith('FLAKY')))
})

test('files that are left when the time is up are named, and the run is red', async () => {
  const { code, lines } = await runTests({ one: PASSES, two: PASSES }, { TOWLINE_TESTS_UNTIL: '1' })
  assert.equal(code, 1)
  assert.match(lines.at(-3) ?? '', /^NOT RUN for lack of time: .*one\.test\.mjs$/)
  assert.match(lines.at(-2) ?? '', /^NOT RUN for lack of time: .*two\.test\.mjs$/)
  assert.equal(lines.at(-1), '0 passed, 0 failed, 0 skipped')
  assert.equal((await runTests({ one: PASSES }, { TOWLINE_TESTS_UNTIL: '9999999999' })).code, 0)
  assert.equal((await runTests({ one: PASSES }, { TOWLINE_TESTS_UNTIL: 'noon' })).code, 64)
})

test('files of a folder share a process, unless they are to have their own', async () => {
  const log = join(folder, 'pids')
  const logs = `${IMPORT}import { appendFileSync } from 'node:fs'\ntest('logs', () => appendFileSync('${log}', process.pid + ' '))\n`
  const pids = async (...options: string[]): Promise<number> => {
    writeFileSync(log, '')
    assert.equal((await runTests({ one: logs, two: logs, three: logs }, {}, options)).code, 0)
    return new Set(readFileSync(log, 'utf8').trim().split(' ')).size
  }
  assert.equal(await pids(), 1)
  assert.equal(await pids('--own-process', 'two'), 2)
})

test('hooks of a file are for its own tests alone', async () => {
  const log = join(folder, 'hooks')
  const hooks = (name: string): string =>
    `import { after, before, beforeEach, test } from 'node:test'\nimport { appendFileSync } from 'node:fs'\n` +
    `const log = (word) => appendFileSync('${log}', '${name}-' + word + ' ')\n` +
    `before(() => log('before')); beforeEach(() => log('each')); after(() => log('after')); test('logs', () => log('test'))\n`
  assert.equal((await runTests({ one: hooks('1'), two: hooks('2') })).code, 0)
  assert.equal(readFileSync(log, 'utf8'), '1-before 1-each 1-test 1-after 2-before 2-each 2-test 2-after ')
})

test('a file that cannot be imported is red, and those that share its process are not', async () => {
  const { code, lines } = await runTests({ one: PASSES, two: "import './nowhere.mjs'\n", three: PASSES })
  assert.equal(code, 1)
  assert.deepEqual(
    lines.filter((line) => line.startsWith('FAILED twice')).map((line) => line.replace(/.*\d-/, '')),
    ['two.test.mjs'],
  )
  assert.equal(lines.at(-1), '2 passed, 1 failed, 0 skipped')
})

test('where a process fails although its tests passed, each of its files runs alone, which names the one', async () => {
  const leaves = `${IMPORT}test('passes', () => { process.on('exit', () => process.reallyExit(3)) })\n`
  const { code, lines } = await runTests({ one: PASSES, two: leaves })
  assert.equal(code, 1)
  assert.deepEqual(
    lines.filter((line) => /^(FAILED twice|FLAKY)/.test(line)).map((line) => line.replace(/:.*\d-/, ' ')),
    ['FAILED twice two.test.mjs', 'FLAKY (failed, then passed alone) one.test.mjs'],
  )
})

test('a command that is checked beside the files counts as a test', async () => {
  const good = await runTests({ one: PASSES }, {}, ['--check', 'exit 0', '--set-up-seconds', '90'])
  assert.equal(good.code, 0)
  assert.match(good.lines.at(-2) ?? '', /^1 files in \d+\.\d min, set-up 1\.5 min$/)
  assert.equal(good.lines.at(-1), '2 passed, 0 failed, 0 skipped')
  const bad = await runTests({ one: PASSES }, {}, ['--check', 'echo a wrong type; exit 2'])
  assert.equal(bad.code, 1)
  assert.ok(bad.lines.includes('a wrong type'))
  assert.equal(bad.lines.at(-1), '1 passed, 1 failed, 0 skipped')
})

test('a file without a test is red', async () => {
  const { code, lines } = await runTests({ one: PASSES, two: 'export {}\n' })
  assert.equal(code, 1)
  assert.match(lines.at(-2) ?? '', /^FAILED twice: .*two\.test\.mjs$/)
})

test('more than three flaky files are red', async () => {
  const flaky = (count: number, run: string): Record<string, string> =>
    Object.fromEntries(
      Array.from({ length: count }, (_, index) => [`f${index}`, failsOnce(join(folder, `${run}-${index}`))]),
    )
  assert.equal((await runTests(flaky(3, 'three'))).code, 0)
  assert.equal((await runTests(flaky(4, 'four'))).code, 1)
})

test('skips are counted by reason, and only an unexpected reason is red', async () => {
  const expected = join(folder, 'expected-skips.txt')
  writeFileSync(expected, '# no browser on this machine\n^no browser\n')
  const sources = { one: skips('no browser here'), two: skips('no browser here'), three: skips('no tea') }
  const all = await runTests(sources)
  assert.equal(all.code, 0)
  assert.deepEqual(all.lines.slice(-3), [
    'skipped: 2 tests: no browser here',
    'skipped: 1 test: no tea',
    '0 passed, 0 failed, 3 skipped',
  ])
  const strict = await runTests(sources, { TOWLINE_EXPECTED_SKIPS: expected })
  assert.equal(strict.code, 1)
  assert.equal(strict.lines.at(-2), 'UNEXPECTED SKIP: 1 test: no tea')
})

test('every line of the expected skips of CI is a regular expression with a reason above it', () => {
  const lines = readFileSync(resolve(import.meta.dirname, '../../.ci/expected-skips.txt'), 'utf8')
    .trim()
    .split('\n')
  for (const [index, line] of lines.entries()) {
    if (line.startsWith('#') || line === '') continue
    assert.doesNotThrow(() => new RegExp(line))
    assert.ok(lines[index - 1]?.startsWith('#'), `no comment above: ${line}`)
  }
})

/** Whether the kernel gives this user a group that runs in the background. */
function hasBackground(): boolean {
  using group = openBackgroundGroup()
  return group !== null
}

const GROUPS = [
  { machine: 'a quiet machine', quietBelow: '2', beside: true },
  { machine: 'a machine with other work', quietBelow: '0', beside: false },
]
for (const { machine, quietBelow, beside } of GROUPS)
  test(`on ${machine} what runs beside a file that measures is ${beside ? 'held back by a group' : 'in no group'}`, {
    skip: !hasBackground() && 'no control group can be made here',
  }, async () => {
    const groups = join(folder, `groups-${quietBelow}`)
    // Also in a session of its own.
    const notes = (name: string): string =>
      `import { execFileSync } from 'node:child_process'\nimport { appendFileSync } from 'node:fs'
import { test } from 'node:test'
test('notes its group', async () => {
  const group = execFileSync('setsid', ['cat', '/proc/self/cgroup'], { encoding: 'utf8' }).includes('towline-tests-')
  appendFileSync('${groups}', '${name} ' + group + '\\n')
})\n`
    const { code } = await runTests({ measures: notes('measures'), beside: notes('beside') }, {}, [
      '--alone',
      'measures',
      '--quiet-below',
      quietBelow,
    ])
    assert.equal(code, 0)
    const lines = readFileSync(groups, 'utf8').trim().split('\n').sort()
    assert.deepEqual(lines, [`beside ${beside}`, 'measures false'])
  })
