import { join } from 'node:path'
import { jsonLines, textLines } from '../harness/output-lines.ts'
import { AT_ONCE, type Found, type SurveyContender, type SurveyJob } from './contender.ts'
import { towlineContender } from './towline-contender.ts'

const THREADS = ['-threads', String(AT_ONCE), '-rl', '100000']

/** As many at once as bring something, and no longer time-outs than towline's for a connection and for a name. */
const HTTPX_BEST = ['-threads', '1000', '-rl', '100000', '-timeout', '5']
const ZGRAB2_BEST = ['--senders', '2000', '--connect-timeout', '5s', '--dns-resolution-timeout', '5s']

const CONCURRENCY = ['--concurrency', String(AT_ONCE)]
const ALPN_AND_GET = ['--operations', 'tls,http2', '--no-robots']

/** What httpx needs to run inside the sandbox; `-duc` spares it a look for updates that it could not make. */
const httpxArguments = ({ hostsFile, resolver }: SurveyJob): string[] => [
  '-silent',
  '-no-color',
  '-duc',
  '-no-stdin',
  '-list',
  hostsFile,
  '-r',
  resolver,
]

/** A line is only written for hosts that answered. */
async function readHttpxJson({ stdoutFile }: SurveyJob): Promise<Found> {
  const hosts = new Set<string>()
  for await (const line of jsonLines(stdoutFile)) {
    if (typeof line.input === 'string') hosts.add(line.input)
  }
  return { lines: hosts, answered: hosts }
}

const zgrab2Arguments = ({ hostsFile, resolver, stdoutFile }: SurveyJob): string[] => [
  'http',
  '--use-https',
  '--input-file',
  hostsFile,
  '--output-file',
  stdoutFile,
  '--dns-resolvers',
  resolver,
  // Its default of 20 a second and address would hold it back here, where replicas share addresses;
  // the default block list is a file in the user's home.
  '--server-rate-limit',
  '100000',
  '--blocklist-file',
  '/dev/null',
]

async function readZgrab2({ stdoutFile }: SurveyJob): Promise<Found> {
  const lines = new Set<string>()
  const answered = new Set<string>()
  for await (const { domain, data } of jsonLines(stdoutFile)) {
    if (typeof domain !== 'string') continue
    lines.add(domain)
    if ((data as { http?: { status?: string } } | undefined)?.http?.status === 'success') answered.add(domain)
  }
  return { lines, answered }
}

/** All contenders, in the order of the tables. The targets are in targets.ts. */
export const SURVEY_CONTENDERS: readonly SurveyContender[] = [
  towlineContender('alpn-and-get', 'DNS, TCP, TLS, one GET over h2; a row for each in SQLite', [
    ...CONCURRENCY,
    ...ALPN_AND_GET,
  ]),
  {
    name: 'httpx',
    discipline: 'alpn-and-get',
    about: 'GET, and another connection to see whether it speaks h2; a JSON line a host',
    program: 'httpx',
    argv: (job) => [...httpxArguments(job), '-http2', ...THREADS, '-json'],
    read: readHttpxJson,
  },
  {
    name: 'httpx-plain',
    discipline: 'alpn-and-get',
    about: 'the same, but of what it found only the URL and [http2] is kept',
    program: 'httpx',
    argv: (job) => [...httpxArguments(job), '-http2', ...THREADS],
    async read({ stdoutFile }) {
      const hosts = new Set<string>()
      for await (const line of textLines(stdoutFile)) {
        const host = /^https?:\/\/([^\s/:]+)/.exec(line)?.[1]
        if (host !== undefined) hosts.add(host)
      }
      return { lines: hosts, answered: hosts }
    },
  },
  {
    name: 'zgrab2',
    discipline: 'alpn-and-get',
    about: 'TLS handshake and GET over h2; a JSON line a host with certificate, headers and body',
    program: 'zgrab2',
    argv: (job) => [...zgrab2Arguments(job), '--senders', String(AT_ONCE)],
    read: readZgrab2,
  },
  {
    name: 'bare-node',
    discipline: 'alpn-and-get',
    about: 'a floor: resolve4 and tls.connect with one shared secureContext, no request, nothing recorded',
    program: null,
    argv: ({ hostsFile, caFile, resolver }) => [
      process.execPath,
      join(import.meta.dirname, 'bare-handshakes.ts'),
      hostsFile,
      caFile,
      resolver,
      String(AT_ONCE),
    ],
    async read({ stdoutFile }) {
      const lines = new Set<string>()
      const answered = new Set<string>()
      for await (const line of textLines(stdoutFile)) {
        const [host, outcome] = line.split('\t')
        if (host === undefined) continue
        lines.add(host)
        if (outcome === 'h2') answered.add(host)
      }
      return { lines, answered }
    },
  },
  towlineContender('everything', 'all six operations and robots.txt; a row for each in SQLite', CONCURRENCY),
  {
    name: 'httpx',
    discipline: 'everything',
    about: 'GET, h2 probe, TLS data of another connection, probes of the certificate’s names; JSON',
    program: 'httpx',
    argv: (job) => [...httpxArguments(job), '-http2', '-tls-grab', '-tls-probe', ...THREADS, '-json'],
    read: readHttpxJson,
  },
  towlineContender('internet', 'as it comes: DNS, TCP, TLS, one GET over h2', ALPN_AND_GET),
  towlineContender('internet', 'as it comes: all six operations and robots.txt', [], 'towline-everything'),
  {
    name: 'httpx',
    discipline: 'internet',
    about: '1,000 threads, any number of requests a second, 5 s',
    program: 'httpx',
    argv: (job) => [...httpxArguments(job), '-http2', '-json', ...HTTPX_BEST],
    read: readHttpxJson,
  },
  {
    name: 'httpx-default',
    discipline: 'internet',
    about: 'as it comes: 50 threads, 150 requests a second, 10 s',
    program: 'httpx',
    argv: (job) => [...httpxArguments(job), '-http2', '-json'],
    read: readHttpxJson,
  },
  {
    name: 'zgrab2',
    discipline: 'internet',
    about: '2,000 senders, 5 s',
    program: 'zgrab2',
    argv: (job) => [...zgrab2Arguments(job), ...ZGRAB2_BEST],
    read: readZgrab2,
  },
  {
    name: 'zgrab2-default',
    discipline: 'internet',
    about: 'as it comes: 1,000 senders, 10 s',
    program: 'zgrab2',
    argv: zgrab2Arguments,
    read: readZgrab2,
  },
]
