import type { NewCampaign } from '../../db/campaign/campaigns.ts'
import type { NewSurvey } from '../../db/survey/create-survey.ts'

/** Names that a job cannot have a worker call itself. */
const USER_AGENTS = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/156.0.0.0',
  'Mozilla/5.0 (compatible; towline/0.2.0)',
  'Mozilla/5.0 (compatible; towline/0.2.0; +https://victim.test/)',
  'Mozilla/5.0 (compatible; towline/0.2.0; +https://us.test/crawl) Googlebot/2.1',
  'Mozilla/5.0 (compatible; towline/0.2.0x; +https://us.test/crawl)',
  'Mozilla/5.0 (compatible; towline/..; +https://us.test/crawl)',
  'Mozilla/5.0 (compatible; towline/0.2.0; +https://us.test/crawl/../other)',
  'curl/8.0',
  'towline',
  '',
  ' ',
  'a\r\nCookie: x',
]
const RANGES = [
  ...[
    '10.0.0.0/8',
    '0.0.0.0/0',
    '::/0',
    '127.0.0.1/32',
    '127.0.0.0/7',
    '169.254.169.254/32',
    'fd00::/8',
    '224.0.0.0/4',
  ],
  ...['172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10', '::ffff:0:0/96', '127.0.0.0/8 ', '', 'localhost'],
]
const VANTAGES = ['there', null, 'HERE', 'here ', '', '../here', 'here/../there']
const TIMES = [0, -1, 0.5, 3_600_001, 1e300, Number.MAX_SAFE_INTEGER, '20s', null, [20_000], {}]
const NUMBERS = [0, -1, 1.5, '1', '1 OR 1=1', null, true, [1], {}, 2 ** 53]
/** What a path of a worker's machine may look like. */
const PATHS = [
  ...['/', '/etc', '/etc/passwd', '/proc/self', '/dev/fd/0', '..', '../..', '.', './..', 'shop/..'],
  ...['shop/../..', 'shop/../../etc', 'out', 'out/x', 'shop/out', '~', '~root', '$HOME', 'file:///etc'],
  ...['//etc', '\\\\host\\share', 'missing', '', ' ', 'shop\u0000', 'SHOP', '%2e%2e', 'a'.repeat(5_000)],
]

export type Changes = Readonly<Record<string, unknown>>

/** What no survey may have a worker do: options and columns of its row. */
export const FORGED_SURVEYS: readonly Partial<NewSurvey>[] = [
  ...USER_AGENTS.map((userAgent) => ({ userAgent })),
  ...VANTAGES.map((vantage) => ({ vantage })),
  ...RANGES.map((range) => ({ options: { allowAddress: [range] } })),
  ...RANGES.map((range) => ({ options: { allowAddress: ['127.0.0.0/8', range] } })),
  ...TIMES.map((siteTimeoutMs) => ({ options: { siteTimeoutMs } })),
  ...[false, null, 'no', 0, undefined].map((robots) => ({ options: { robots } })),
  ...[true, null, 'no', 1, undefined].map((optOut) => ({ options: { optOut } })),
]

/** What no campaign may. */
export const FORGED_CAMPAIGNS: readonly Partial<NewCampaign>[] = [
  ...USER_AGENTS.map((text) => ({ options: { userAgentSuffix: ` ${text}` } })),
  ...USER_AGENTS.slice(0, 6).map((text) => ({ options: { userAgentSuffix: ` towline/0.2.0 (+${text})` } })),
  ...VANTAGES.map((vantage) => ({ vantage })),
  ...TIMES.map((loadLimitMs) => ({ options: { loadLimitMs } })),
  ...['1', null, [], {}].map((siteGapMs) => ({ options: { siteGapMs } })),
  ...['0', null, [], {}].map((busyLimit) => ({ options: { busyLimit } })),
  ...['yes', null, 1].map((capture) => ({ options: { capture } })),
]

/** Of a job's data, what is forged; the rest is right. */
export const FORGED_SURVEY_JOBS: readonly Changes[] = [
  ...NUMBERS.map((surveyId) => ({ surveyId })),
  ...NUMBERS.filter((rank) => rank !== 0).map((rank) => ({ ranks: [1, rank] })),
  ...[[], null, '1', {}, Array.from({ length: 501 }, (_, rank) => rank)].map((ranks) => ({ ranks })),
  ...['options', 'robots', 'list', 'userAgent', 'allowAddress', 'constructor', 'resolver'].map((key) => ({
    [key]: ['x'],
  })),
]
export const FORGED_CAMPAIGN_JOBS: readonly Changes[] = [
  ...NUMBERS.map((campaignId) => ({ campaignId })),
  ...NUMBERS.filter((round) => round !== 0).map((round) => ({ round })),
  ...NUMBERS.filter((site) => site !== 0).map((site) => ({ sites: [site] })),
  ...[[], null, '0', {}, Array.from({ length: 101 }, (_, site) => site)].map((sites) => ({ sites })),
  // Deaths of workers are no word of a job.
  ...['x', '-1', '1.5', '', ' 1', '1'.repeat(11)].map((site) => ({ deaths: { [site]: 1 } })),
  ...NUMBERS.map((count) => ({ deaths: { 0: count } })),
  ...['options', 'userAgent', 'url', 'siteGapMs', 'cache', 'device'].map((key) => ({ [key]: 'x' })),
]
export const FORGED_REPLAY_JOBS: readonly Changes[] = [
  ...PATHS.map((folder) => ({ folders: [folder] })),
  ...PATHS.slice(0, 12).map((folder) => ({ folders: ['shop', folder] })),
  ...PATHS.slice(0, 20).map((file) => ({ links: [`rtt=10ms,down-trace=${file}`] })),
  ...PATHS.slice(0, 20).map((file) => ({ links: [`rtt=10ms,up-trace=${file}`] })),
  ...[0, -1, 1.5, '1', 10_001, 1e9].flatMap((n) => [{ rounds: n }, { lanes: n }]),
  ...[-1, '1', 3_600_001, null].map((pauseMs) => ({ pauseMs })),
  ...[0, -1, 1.1, '1'].map((busyLimit) => ({ busyLimit })),
  ...['../x', '', 1].map((replayId) => ({ replayId })),
  ...[['h4'], [], ['h1', '--x']].map((arms) => ({ arms })),
  ...['cache', 'database', 'keepPcap', 'recordings'].map((key) => ({ [key]: '/tmp' })),
]

/** Words that no schedule may say to `jobs add`, whatever it adds. */
const FORGED_WORDS: readonly (readonly unknown[])[] = [
  ...['list=/etc/passwd', 'opt-out=/etc/shadow', 'cache=/', 'database=postgres://evil.test/x'].map((text) => [
    `--${text}`,
  ]),
  ...['vantage=there', 'every=* * * * *', 'keep-pcap=/tmp', 'connect=http://127.0.0.1:9222'].map((text) => [
    `--${text}`,
  ]),
  ...['no-robots', 'each-vantage', 'unsafe-no-sandbox', 'unconfined', 'help', 'nonsense', 'recordings=/'].map(
    (text) => [`--${text}`],
  ),
  ['--list', '/etc/passwd'],
  ['--li=/etc/passwd'],
  ['--max-memory=1000000'],
  ['--timeout=99h'],
  ['--sites-per-job=1000000'],
  ['--seed=-1'],
  ['--rounds=0'],
  ['--priority=1e9'],
  ['--user-agent=Mozilla/5.0 (Windows NT 10.0)'],
  ['--contact=https://victim.test/'],
  ['--contact=x'],
  ['--contact=https://us.test/crawl', '--user-agent=Googlebot/2.1'],
  ...RANGES.filter((range) => range.trim() !== '' && range !== '127.0.0.0/8 ').map((range) => [
    `--allow-address=${range}`,
  ]),
  ['surplus'],
  [1],
  [null],
  [['--no-robots']],
  [{ toString: 'x' }],
  ['x'.repeat(5_000)],
]

/** Whole jobs of schedules; `words` are right where they are not forged. */
export function forgedSchedules(words: Readonly<Record<string, readonly string[]>>): Changes[] {
  const forged: Changes[] = []
  for (const adds of ['survey', 'campaign', 'replay']) {
    const good = { adds, vantage: 'here', words: words[adds], listSha256: null, optOut: false }
    // A replay adds nothing but a job, which is bounded where it is done: what it cannot say is another command's words.
    for (const more of FORGED_WORDS)
      if (adds !== 'replay' || more[0] !== 'surplus')
        forged.push({
          ...good,
          // What is said last counts; behind `--` nothing is an option.
          words: adds === 'replay' ? [...more, ...(words[adds] ?? [])] : [...(words[adds] ?? []), ...more],
        })
    for (const vantage of ['oslo', '', null, '../here', 'here/x', 7]) forged.push({ ...good, vantage })
    for (const name of ['options', 'cache', 'database', 'robots', 'list'])
      forged.push({ ...good, [name]: 'x' })
    for (const bad of [undefined, null, 'x', {}, { length: 1 }]) forged.push({ ...good, words: bad })
    if (adds === 'replay') continue
    forged.push({ ...good, optOut: true })
  }
  const survey = { adds: 'survey', vantage: 'here', words: words.survey, optOut: false }
  for (const listSha256 of [
    '/etc/passwd',
    '',
    'ab'.repeat(32),
    'AB'.repeat(32),
    `${'a'.repeat(64)}/..`,
    1,
    {},
  ])
    forged.push({ ...survey, listSha256 })
  for (const adds of ['worker', '', null, ['survey'], 'constructor', '__proto__'])
    forged.push({ ...survey, listSha256: null, adds })
  // As they were stored before.
  forged.push({ adds: 'survey', vantage: 'here', options: { robots: false, list: '/etc/passwd', top: 10 } })
  return forged
}
