import assert from 'node:assert/strict'
import { test } from 'node:test'
import { temporaryFolder, towline, towlineHere } from './towline.ts'

const LIST = ['--list', '--list-name', '--tranco-id', '--tranco-date', '--top', '--operations']
const RUN = [
  '--resume',
  '--concurrency',
  '--per-address',
  '--timeout',
  '--seed',
  '--vantage',
  '--resolver',
  '--ca',
  '--allow-address',
  '--h3-canary',
  '--contact',
  '--user-agent',
  '--opt-out',
  '--no-robots',
  '--database',
  '--cache',
]
const SELECT = ['--select', '--serve', '--order', '--select-seed']
const PROBE = [
  '--arms',
  '--rounds',
  '--until-ci',
  '--pause',
  '--site-gap',
  '--cold-browser',
  '--load-timeout',
  '--max-memory',
  '--busy-limit',
  '--no-capture',
  '--filmstrip',
  '--keep-pcap',
  '--device',
  '--connect',
  '--unsafe-no-sandbox',
  '--unconfined',
]
const SANDBOX = ['--sandbox', '--sandbox-sites', '--link']
const LOAD = ['--server', '--arms', '--repetitions', '--seed', '--full']
const READ = ['--format', '--database', '--help']

/** Every command with its flags and arguments. A flag that is added has to be added here and be documented. */
const COMMANDS: Readonly<Record<string, readonly string[]>> = {
  '': ['--version', '--help'],
  check: [
    'page',
    ...SANDBOX,
    '--assert',
    '--json',
    '--junit',
    '--arms',
    '--rounds',
    '--pause',
    '--busy-limit',
    '--no-capture',
    '--filmstrip',
    '--unsafe-no-sandbox',
    '--unconfined',
    '--resume',
    '--vantage',
    '--resolver',
    '--ca',
    '--allow-address',
    '--h3-canary',
    '--contact',
    '--user-agent',
    '--opt-out',
    '--no-robots',
    '--folder',
    '--cache',
    '--help',
  ],
  crawl: [...SANDBOX, '--survey-only', ...LIST, ...RUN, '--workers', ...SELECT, ...PROBE, '--help'],
  follow: ['--every', '--once', ...LIST, ...RUN, '--workers', '--help'],
  probe: ['--sites', '--from-survey', ...SANDBOX, ...RUN, ...SELECT, ...PROBE, '--help'],
  campaign: ['--help'],
  'campaign list': READ,
  'campaign show': ['campaign', ...READ],
  samples: ['--help'],
  'samples export': ['--campaign', '--format', '--out', '--database', '--help'],
  sites: ['--help'],
  'sites show': ['domain', '--campaign', ...READ],
  'sites distribution': ['--campaign', '--arm', ...READ],
  recompute: ['--campaign', '--database', '--help'],
  survey: ['--help'],
  'survey list': ['--format', '--database', '--help'],
  'survey show': ['survey', '--format', '--database', '--limit', '--help'],
  'survey summary': ['survey', '--format', '--database', '--help'],
  'survey diff': ['before', 'after', '--format', '--database', '--help'],
  'survey site': ['domain', '--format', '--database', '--survey', '--help'],
  select: ['--survey', '--select', '--serve', '--order', '--select-seed', '--format', '--database', '--help'],
  demo: ['--port', '--host', '--folder', '--rounds', '--sites', '--recorded', '--help'],
  serve: [
    '--port',
    '--host',
    '--web',
    '--recorded',
    '--read-only',
    '--data-license',
    '--rate-limit',
    '--proxies',
    '--public-origin',
    '--log-level',
    '--database',
    '--collect-per-minute',
    '--collect-per-day',
    '--collect-sites-per-day',
    '--collect-per-site-and-day',
    '--operator-port',
    '--connections-per-address',
    '--help',
  ],
  export: ['--static', '--web', '--path', '--har', '--recorded', '--data-license', '--database', '--help'],
  release: ['--out', '--license', '--author', '--url', '--csv', '--database', '--help'],
  papers: ['id', '--results', '--format', '--help'],
  'papers keep': ['run', '--results', '--unfinished', '--database', '--help'],
  'papers report': ['--results', '--page', '--help'],
  tables: ['--help'],
  'tables cablelabs': ['file', '--client', '--format', '--help'],
  lab: ['--help'],
  'lab run': [
    'plan',
    '--resume',
    '--until-ci',
    '--rounds',
    '--seed',
    '--pause',
    '--only',
    '--cells',
    '--blocks',
    '--lanes',
    '--load-timeout',
    '--busy-limit',
    '--max-misses',
    '--link-backend',
    '--no-capture',
    '--yes',
    '--graphs',
    '--database',
    '--cache',
    '--help',
  ],
  'lab calibrate': ['--link', '--link-backend', '--format', '--cache', '--help'],
  'lab plan': ['plan', '--dry-run', '--list', '--yes', '--graphs', '--cache', '--format', '--help'],
  'lab results': ['run', '--metric', '--baseline', '--compare', '--client', '--again', '--part', ...READ],
  load: ['--help'],
  'load run': [
    'plan',
    '--resume',
    '--quick-build',
    ...LOAD,
    '--link-backend',
    '--database',
    '--cache',
    '--help',
  ],
  'load plan': ['plan', '--dry-run', '--list', ...LOAD, '--cache', '--format', '--help'],
  'load results': ['run', ...READ],
  contributions: ['--help'],
  'contributions open': [
    '--survey',
    '--top',
    '--list',
    '--pilot',
    '--contributors',
    '--samples',
    '--database',
    '--help',
  ],
  'contributions close': ['list', '--database', '--help'],
  'contributions release': ['--week', '--list', '--losses', '--accept', '--yes', '--database', '--help'],
  'contributions purge': ['--yes', '--database', '--help'],
  'contributions forget': ['cid', '--file', '--database', '--help'],
  'contributions stats': ['--days', ...READ],
  'contributions invite': ['--pilot', '--database', '--help'],
  'contributions revoke': ['token', '--database', '--help'],
  'contributions export': ['--list', ...READ],
  worker: [
    ...['--contact', '--no-robots', '--recordings', '--site-gap', '--user-agent'],
    '--vantage',
    '--place',
    '--network',
    '--reference',
    '--takes',
    '--max-memory',
    '--unsafe-no-sandbox',
    '--unconfined',
    '--cache',
    '--concurrency',
    '--per-address',
    '--resolver',
    '--ca',
    '--allow-address',
    '--opt-out',
    '--database',
    '--help',
  ],
  jobs: ['--help'],
  'jobs add': ['--help'],
  'jobs add survey': [
    ...[
      '--vantage',
      '--each-vantage',
      '--priority',
      '--every',
      ...LIST,
      '--sites-per-job',
      '--timeout',
      '--seed',
    ],
    ...['--allow-address', '--h3-canary', '--contact', '--user-agent', '--opt-out', '--no-robots'],
    ...['--database', '--cache', '--help'],
  ],
  'jobs add campaign': [
    ...['--vantage', '--each-vantage', '--priority', '--every', '--from-survey', ...SELECT, ...PROBE],
    ...['--sites-per-job', '--seed', '--allow-address', '--contact', '--user-agent', '--opt-out'],
    ...['--no-robots', '--database', '--cache', '--help'],
  ],
  'jobs add replay': [
    ...['folders', '--vantage', '--each-vantage', '--priority', '--every', '--arms', '--link', '--rounds'],
    ...['--seed', '--pause', '--lanes', '--busy-limit', '--no-capture', '--database', '--help'],
  ],
  'jobs schedules': ['--remove', ...READ],
  'jobs list': READ,
  'jobs show': ['jobs', '--state', ...READ],
  'jobs cancel': ['jobs', '--database', '--help'],
  'jobs retry': ['jobs', '--database', '--help'],
  vantage: ['--help'],
  'vantage list': READ,
  'vantage adoption': READ,
  'vantage gains': ['domain', '--metric', '--baseline', '--reference', ...READ],
  backup: ['file', '--folder', '--prune-older-than', '--database', '--help'],
  restore: ['file', '--replace', '--database', '--help'],
  replay: [
    'folders',
    '--resume',
    '--arms',
    '--link',
    '--rounds',
    '--until-ci',
    '--seed',
    '--pause',
    '--blocks',
    '--lanes',
    '--load-timeout',
    '--busy-limit',
    '--max-misses',
    '--link-backend',
    '--no-capture',
    '--yes',
    '--database',
    '--cache',
    '--help',
  ],
  graph: ['--help'],
  'graph make': ['source', '--sample', '--out', '--database', '--help'],
  'graph show': ['file', '--format', '--help'],
  'graph replay': [
    ...['files', '--resume', '--arms', '--link', '--rounds', '--compute', '--until-ci', '--seed', '--pause'],
    ...['--blocks', '--lanes', '--load-timeout', '--busy-limit', '--link-backend', '--no-capture', '--yes'],
    ...['--database', '--cache', '--help'],
  ],
  record: [
    ...[
      'source',
      '--from-survey',
      '--out',
      '--resume',
      '--loads',
      '--pause',
      '--page',
      '--native-random',
      '--unsafe-no-sandbox',
      '--unconfined',
      '--sandbox',
      '--sandbox-sites',
      '--link',
    ],
    ...SELECT,
    ...['--resolver', '--ca', '--allow-address', '--contact', '--user-agent', '--opt-out', '--no-robots'],
    ...['--database', '--cache', '--help'],
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
  for (const command of [
    'check',
    'crawl',
    'probe',
    'survey',
    'select',
    'campaign',
    'samples',
    'sites',
    'recompute',
    'tables',
    'papers',
    'serve',
    'export',
    'demo',
    'lab',
    'record',
    'replay',
    'contributions',
    'worker',
    'jobs',
    'vantage',
    'backup',
    'restore',
    'sandbox',
  ])
    assert.match(stdout, new RegExp(`^ {2}${command} `, 'm'))
})

test('no command at all is answered with the help, as an error', async (t) => {
  for (const args of [
    [],
    ['survey'],
    ['sandbox'],
    ['campaign'],
    ['samples'],
    ['sites'],
    ['lab'],
    ['contributions'],
    ['jobs'],
    ['vantage'],
  ]) {
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

for (const command of Object.keys(COMMANDS))
  test(`\`towline ${command} --help\` fits 80 columns`, async (t) => {
    const { stdout } = await towlineHere(t, [...command.split(' ').filter(Boolean), '--help'])
    for (const line of stdout.split('\n')) assert.ok([...line].length <= 80, line)
  })
