import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder, towline } from '../towline.ts'

async function run(settings: string, args: readonly string[]) {
  await using folder = await temporaryFolder()
  await writeFile(join(folder.path, 'towline.yaml'), settings)
  return await towline([...args], { cwd: folder.path })
}

const PLAN = ['lab', 'plan', '--list']

test('options of a command that towline.yaml names are taken, and said; what is typed comes after them', async () => {
  const set = await run('lab plan:\n  format: json\n', PLAN)
  assert.deepEqual([set.code, set.stderr], [0, 'settings of towline.yaml: --format\n'])
  assert.ok(Array.isArray(JSON.parse(set.stdout)))
  const typed = await run('lab plan:\n  format: json\n', [...PLAN, '--format', 'text'])
  assert.throws(() => JSON.parse(typed.stdout))
})

test('a file that says nothing of the command changes nothing', async () => {
  for (const settings of ['', '# nothing\n', 'crawl:\n  top: 3\n']) {
    const { code, stderr } = await run(settings, PLAN)
    assert.deepEqual([code, stderr], [0, ''], settings)
  }
})

test('true and false set options without a value', async () => {
  const { code, stderr } = await run('lab run:\n  capture: false\n  yes: true\n  resume: false\n', [
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

test('what is wrong with the file is said with its line', async () => {
  for (const [settings, message] of Object.entries(FAULTS)) {
    const { code, stderr } = await run(settings, PLAN)
    assert.deepEqual([code, stderr], [78, `towline: ${message}\n`])
  }
})
