import assert from 'node:assert/strict'
import { test } from 'node:test'
import { temporaryFolder, towline, towlineHere } from './towline.ts'

/** Every command with its flags and arguments. A flag that is added has to be added here and be documented. */
const COMMANDS: Readonly<Record<string, readonly string[]>> = {
  '': ['--version', '--help'],
  crawl: [
    ...[
      '--sandbox',
      '--sandbox-sites',
      '--survey-only',
      '--list',
      '--list-name',
      '--tranco-id',
      '--tranco-date',
    ],
    ...[
      '--top',
      '--operations',
      '--resume',
      '--concurrency',
      '--per-address',
      '--timeout',
      '--seed',
      '--vantage',
    ],
    ...['--resolver', '--ca', '--allow-address', '--h3-canary', '--contact', '--user-agent', '--opt-out'],
    ...['--no-robots', '--database', '--cache', '--select', '--serve', '--order', '--select-seed', '--help'],
  ],
  survey: ['--help'],
  'survey list': ['--format', '--database', '--help'],
  'survey show': ['survey', '--format', '--database', '--limit', '--help'],
  'survey summary': ['survey', '--format', '--database', '--help'],
  'survey diff': ['before', 'after', '--format', '--database', '--help'],
  'survey site': ['domain', '--format', '--database', '--survey', '--help'],
  select: [
    ...['--survey', '--select', '--serve', '--order', '--select-seed', '--format', '--database', '--help'],
  ],
  sandbox: ['--help'],
  'sandbox up': ['--sites', '--cache', '--help'],
  'sandbox exec': ['command', '--cache', '--help'],
}

for (const [command, flags] of Object.entries(COMMANDS)) {
  test(`\`towline ${command} --help\` explains every flag and argument, and nothing that is not there`, async (t) => {
    const args = [...command.split(' ').filter(Boolean), '--help']
    const { code, stdout, stderr } = await towlineHere(t, args)
    assert.deepEqual({ code, stderr }, { code: 0, stderr: '' })
    // `  -h, --help  text`, `  --list <file>  text`, or an argument's name. Longer texts go on below, further in.
    const described = stdout
      .split(/^Commands:$/m)[0]
      ?.matchAll(/^ {2}(?:-\w, )?(--[\w-]+|\w+)(?: <[^>]+>)?(?: {2,}|\n {4,})\S/gm)
    assert.deepEqual([...(described ?? [])].map(([, name]) => name).toSorted(), flags.toSorted())
  })
}

test('the help of the program names every command', async (t) => {
  const { stdout } = await towlineHere(t, ['--help'])
  for (const command of ['crawl', 'survey', 'select', 'sandbox'])
    assert.match(stdout, new RegExp(`^ {2}${command} `, 'm'))
})

test('no command at all is answered with the help, as an error', async (t) => {
  for (const args of [[], ['survey'], ['sandbox']]) {
    const { code, stdout, stderr } = await towlineHere(t, args)
    assert.deepEqual({ code, stdout }, { code: 64, stdout: '' }, args.join())
    assert.match(stderr, /^Usage: towline /)
  }
})

test('`--version` prints the version alone', async () => {
  await using folder = await temporaryFolder()
  const { code, stdout } = await towline(['--version'], { cwd: folder.path })
  assert.equal(code, 0)
  assert.match(stdout, /^\d+\.\d+\.\d+\n$/)
})
