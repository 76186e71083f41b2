import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { type Ended, temporaryFolder, towline, towlineHere } from '../towline.ts'

async function inFolder(settings: string, run: (folder: string) => Promise<Ended>): Promise<Ended> {
  await using folder = await temporaryFolder()
  await writeFile(join(folder.path, 'towline.yaml'), settings)
  return await run(folder.path)
}

/** Without a process of its own, in the folder of the settings. */
function run(t: TestContext, settings: string, args: readonly string[]): Promise<Ended> {
  return inFolder(settings, async (folder) => {
    const before = process.cwd()
    process.chdir(folder)
    try {
      return await towlineHere(t, args)
    } finally {
      process.chdir(before)
    }
  })
}

const PLAN = ['lab', 'plan', '--list']

test('options of a command that towline.yaml names are taken, and said; what is typed comes after them', async (t) => {
  const settings = 'lab plan:\n  format: json\n'
  const set = await inFolder(settings, (cwd) => towline(PLAN, { cwd }))
  assert.deepEqual([set.code, set.stderr], [0, 'settings of towline.yaml: --format\n'])
  assert.ok(Array.isArray(JSON.parse(set.stdout)))
  const typed = await run(t, settings, [...PLAN, '--format', 'text'])
  assert.throws(() => JSON.parse(typed.stdout))
})

test('a file that says nothing of the command changes nothing', async (t) => {
  for (const settings of ['', '# nothing\n', 'crawl:\n  top: 3\n']) {
    const { code, stderr } = await run(t, settings, PLAN)
    assert.deepEqual([code, stderr], [0, ''], settings)
  }
})

test('true and false set options without a value', async (t) => {
  const { code, stderr } = await run(t, 'lab run:\n  capture: false\n  yes: true\n  resume: false\n', [
    'lab',
    'run',
    'no-such-plan',
  ])
  assert.equal(code, 66)
  assert.match(stderr, /^settings of towline.yaml: --capture --yes --resume\ntowline: no plan 'no-such-plan'/)
})

const FAULTS = {
  'lab plan:\n  formt: json\n': "towline.yaml, line 2: 'lab plan' has no option --formt",
  'lab plan:\n  format: [json, {}]\n': 'towline.yaml, line 2: --format takes a text or number',
  'lab plan:\n  list: 3\n': 'towline.yaml, line 2: --list takes true or false',
  'lab plan: 3\n': "towline.yaml, line 1: 'lab plan' is not a map of options",
  '- 3\n': 'towline.yaml, line 1: not a map of commands, such as `crawl:`',
  'lab plan:\n  list: true\n  list: true\n': 'towline.yaml, line 3: Map keys must be unique',
} as const

test('what is wrong with the file is said with its line', async (t) => {
  for (const [settings, message] of Object.entries(FAULTS)) {
    const { code, stderr } = await run(t, settings, PLAN)
    assert.deepEqual([code, stderr], [78, `towline: ${message}\n`])
  }
})
