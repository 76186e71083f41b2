import assert from 'node:assert/strict'
import { readdir, writeFile } from 'node:fs/promises'
import { test } from 'node:test'
import { type Ended, linesOf, temporaryFolder, towline, towlineHere } from '../towline.ts'

/** A resolver that nobody asks: the command line is wrong before it comes to that. */
const LIST = ['--list', 'list.csv', '--resolver', '127.0.0.1:1']

// With --survey-only where a browser would be started before the mistake is found.

const WRONG: readonly (readonly [string[], RegExp])[] = [
  [['fly'], /unknown command 'fly'/],
  [['survey', 'fly'], /unknown command 'fly'/],
  [['--fly'], /unknown option '--fly'/],
  [['crawl', '--fly'], /unknown option '--fly'/],
  [['survey', 'show', '--fly'], /unknown option '--fly'/],
  [['sandbox', 'up', '--fly'], /unknown option '--fly'/],
  [['crawl', 'list.csv'], /too many arguments/],
  [['survey', 'show', '1', '2'], /too many arguments/],
  [['survey', 'diff'], /missing required argument 'before'/],
  [['survey', 'site'], /missing required argument 'domain'/],
  [['sandbox', 'exec'], /missing required argument 'command'/],
  [['crawl', '--list'], /--list <file>' argument missing/],
  [['crawl', '--top', '0'], /--top .* whole number from 1/],
  [['crawl', '--top', '1e3'], /--top .* whole number from 1/],
  [['crawl', '--top', ''], /--top .* whole number from 1/],
  [['crawl', '--concurrency', '-1'], /--concurrency .* whole number from 1 to 10000/],
  [['crawl', '--concurrency', '10001'], /--concurrency .* whole number from 1 to 10000/],
  [['crawl', '--per-address', 'two'], /--per-address .* whole number/],
  [['crawl', '--seed', '4294967296'], /--seed .* from 0 to 4294967295/],
  [['crawl', '--sandbox-sites', '0', '--sandbox'], /--sandbox-sites .* whole number/],
  [['crawl', '--sandbox-sites', '5', ...LIST], /--sandbox-sites needs --sandbox/],
  [['crawl', '--timeout', 'soon'], /--timeout .* time such as 20s/],
  [['crawl', '--timeout', '0'], /--timeout .* time such as 20s/],
  [['crawl', '--timeout', '25d'], /--timeout .* time such as 20s/],
  [['crawl', '--timeout', '999h'], /--timeout .* time such as 20s/],
  [['crawl', '--timeout', '99999m'], /--timeout .* an hour at most/],
  [['crawl', '--operations', 'tcp,smtp'], /'smtp' is not one of dns, tcp, tls, http1, http2, http3/],
  [['crawl', '--operations', ''], /is not one of dns/],
  [['crawl', '--serve', 'h4'], /'h4' is not one of http, h1, h2, h3/],
  [['select', '--serve', ','], /is not one of http, h1, h2, h3/],
  [['crawl', '--order', 'alphabet'], /Allowed choices are rank, random/],
  [['select', '--select', '0'], /--select .* whole number/],
  [['survey', 'show', '--format', 'xml'], /Allowed choices are table, csv, json/],
  [['survey', 'show', '--limit', 'all'], /--limit .* whole number/],
  [['crawl', '--contact', 'me', ...LIST], /--contact .* must be an address such as https:/],
  [['crawl', '--contact', 'https://a.example/\r\nX: y', ...LIST], /--contact .* must be an address such as/],
  [['crawl', '--user-agent', 'a\nb', ...LIST], /--user-agent .* must be printable ASCII/],
  [
    ['crawl', '--survey-only', '--resolver', 'dns.example', '--list', 'list.csv'],
    /--resolver dns\.example: /,
  ],
  [['crawl', '--survey-only', '--resolver', ',', '--list', 'list.csv'], /--resolver .*no name server/],
  [
    ['crawl', '--survey-only', '--allow-address', '10.0.0.0/99', ...LIST],
    /--allow-address 10\.0\.0\.0\/99: not a list of CIDR/,
  ],
  [['crawl', '--sandbox', '--list', 'list.csv'], /--list cannot be given with --sandbox/],
  [['crawl', '--sandbox', '--ca', 'ca.pem'], /--ca cannot be given with --sandbox/],
  [
    ['crawl', '--tranco-id', 'ABCD', ...LIST],
    /'--list <file>' cannot be used with option '--tranco-id <id>'/,
  ],
  [['crawl', '--tranco-id', 'ABCD', '--tranco-date', '2026-08-01'], /cannot be used with option/],
  [['crawl', '--tranco-id', '../x'], /not a Tranco list id/],
  [['crawl', '--tranco-date', 'yesterday'], /not a date/],
]

test('a wrong command line is reported in one line, with exit code 64', async (t) => {
  await using folder = await temporaryFolder()
  const before = process.cwd()
  process.chdir(folder.path)
  t.after(() => process.chdir(before))
  await writeFile('list.csv', '1,example.test\n')
  for (const [args, message] of WRONG) {
    await t.test(JSON.stringify(args), async (t) => {
      check(await towlineHere(t, args), message)
      assert.deepEqual(await readdir('.'), ['list.csv'])
    })
  }
})

test('the command itself exits with that code and leaves nothing behind', async () => {
  await using folder = await temporaryFolder()
  const ended = await towline(['crawl', '--sandbox', '--list', 'list.csv'], { cwd: folder.path })
  check(ended, /--list cannot be given with --sandbox/)
  assert.deepEqual(await readdir(folder.path), [])
})

test('a contact that the environment sets wrongly is named by its variable', async () => {
  await using folder = await temporaryFolder()
  const ended = await towline(['crawl'], { cwd: folder.path, env: { TOWLINE_CONTACT: 'me' } })
  check(ended, /from env 'TOWLINE_CONTACT' is invalid/)
})

function check({ code, stdout, stderr }: Ended, message: RegExp): void {
  const lines = linesOf(stderr).filter((line) => line !== '(see --help)')
  assert.deepEqual({ code, stdout, lines: lines.length }, { code: 64, stdout: '', lines: 1 }, stderr)
  assert.match(stderr, message)
  assert.match(stderr, /^towline: /)
}
