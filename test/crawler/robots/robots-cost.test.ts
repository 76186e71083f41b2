import { test } from 'node:test'
import { LIMITS } from '../../../crawler/network/limits.ts'
import { robotsPolicy } from '../../../crawler/robots/robots.ts'
import { assertCheap } from '../measure-cost.ts'

/** Repeats lines up to a share of the limit of a robots.txt. */
function fill(line: (index: number) => string, share = 1): string {
  const lines: string[] = []
  let length = 0
  for (let i = 0; length < LIMITS.robotsBytes * share; i += 1) {
    const next = `${line(i)}\n`
    lines.push(next)
    length += next.length
  }
  return lines.join('')
}

const MANY_AGENTS = fill((i) => `User-agent: a${i}`, 0.5)
const LONG_PATH = `/${'a'.repeat(8_000)}`

/** Files built to be expensive: each is within the limit of 500 KiB. */
const FILES: Readonly<Record<string, string>> = {
  'half agents, half rules': MANY_AGENTS + fill(() => 'Allow:/', 0.5),
  'our own group named over and over': fill((i) => (i % 2 === 0 ? 'User-agent: towline' : 'Allow:/')),
  'half our agent, half rules': fill(() => 'User-agent: towline', 0.5) + fill(() => 'Allow:/', 0.5),
  'agents of `*` and rules in turn': fill((i) => (i % 2 === 0 ? 'User-agent:*' : `Disallow:/${i}`)),
  'only rules': `User-agent: *\n${fill(() => 'Allow:/')}`,
  'only wildcard rules': `User-agent: *\n${fill(() => 'Allow:*q')}`,
  'rules that nearly match': `User-agent: *\n${fill(() => `Allow:*${'a'.repeat(200)}b${'a'.repeat(200)}`)}`,
  'one rule of many stars': `User-agent: *\nDisallow: /${'*a'.repeat(250_000)}$`,
  'rules of many stars': `User-agent: *\n${fill(() => `Disallow: /${'*a'.repeat(500)}b$`)}`,
  'only line ends': '\r\n'.repeat(256_000),
  'only bare carriage returns': '\r'.repeat(512_000),
  'only colons': ':\n'.repeat(256_000),
  'short records': 'a:\n'.repeat(170_000),
  'one line of blanks': `Allow${' '.repeat(511_000)}:/`,
  'blanks before each value': fill(() => `Allow:${' '.repeat(1_000)}/`),
  comments: fill(() => '#:#'),
  'bytes that are not UTF-8': Buffer.alloc(LIMITS.robotsBytes, 0xff).toString('utf8'),
  'characters of four bytes': `User-agent: *\n${'😀'.repeat(127_000)}`,
}

for (const [name, text] of Object.entries(FILES)) {
  test(`robots.txt of ${name} costs at most 50 ms and 10 MB`, () => {
    assertCheap('parsed', () => robotsPolicy(text, 'towline'))
    const policy = robotsPolicy(text, 'towline')
    assertCheap('asked for the root', () => policy.allows('/'))
    assertCheap('asked for a long path', () => policy.allows(LONG_PATH))
  })
}
