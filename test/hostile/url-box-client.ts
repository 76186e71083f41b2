/**
 * A program for a network namespace of its own, all of whose addresses are its own: a name server at 9.9.9.53, a web server at
 * every address, tcpdump, and `towline serve --accept-checks`. Asks for every URL of the attack, each from another client's
 * address, waits until all checks have ended, and says in JSON what came of each and what reached a private address.
 */
import { spawn, spawnSync } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import dnsPacket from 'dns-packet'
import { ENTRY } from '../../cli/options/entry.ts'
import { isGlobal } from '../../crawler/network/address.ts'
import { findPacketTools } from '../../crawler/probe/packets/packet-tools.ts'
import type { CheckAnswer, Failure } from '../../server/contract/contract.ts'
import { environment } from '../cli/towline.ts'
import { HOSTS, isPublic, SITES, URLS } from './url-box-urls.ts'

const [folder = '', cache = ''] = process.argv.slice(2)
const PORT = 8_123
for (const command of [
  'ip link set lo up',
  'ip route add local 0.0.0.0/0 dev lo',
  'ip -6 route add local ::/0 dev lo',
  'ip link add outside type veth peer name other',
  'ip addr add 9.9.8.1/24 dev outside',
  'ip addr add 2600::1/64 dev outside nodad',
  'ip link set outside up',
  'ip link set other up',
]) {
  const [program = '', ...argv] = command.split(' ')
  const { status, stderr } = spawnSync(program, argv, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command}: ${stderr}`)
}

const asked = new Map<string, number>()
const dns = createSocket('udp4')
dns.on('message', (query, from) => {
  const { id = 0, questions: [question] = [] } = dnsPacket.decode(query)
  if (question === undefined) return
  const { name, type } = question
  const time = (asked.get(`${name} ${type}`) ?? 0) + 1
  asked.set(`${name} ${type}`, time)
  const known = HOSTS[name] ?? (isPublic(name) ? { a: () => ['9.9.9.9'] } : null)
  const of = type === 'A' ? known?.a : type === 'AAAA' ? known?.aaaa : undefined
  const answers = (of?.(time) ?? []).map((data) => ({ name, type: type as 'A', ttl: 0, data }))
  const flags = dnsPacket.RECURSION_DESIRED | dnsPacket.RECURSION_AVAILABLE | (known === null ? 3 : 0)
  const answer = dnsPacket.encode({ type: 'response', id, flags, questions: [question], answers })
  dns.send(answer, from.port, from.address)
})
dns.bind(53, '9.9.9.53')

const reached: string[] = []
let served = 0
const web = createServer((request, response) => {
  const { localAddress = '' } = request.socket
  if (!isGlobal(localAddress.replace(/^::ffff:/, '')))
    reached.push(`${request.method} ${request.headers.host}${request.url} at ${localAddress}`)
  served += 1
  response.setHeader('connection', 'close')
  const site = SITES[request.headers.host ?? '']
  if (request.url === '/robots.txt') response.writeHead(404).end()
  else if (site?.redirect !== undefined) response.writeHead(302, { location: site.redirect }).end()
  else
    response
      .setHeader('content-type', 'text/html')
      .end(`<!doctype html><link rel=icon href=data:,>${site?.html ?? ''}`)
})
web.listen(80, '::')
await once(web, 'listening')

const { tcpdump } = findPacketTools(cache)
if (tcpdump === null) throw new Error('tcpdump is missing')
const packets = new Set<string>()
// What is begun, whoever answers: SYN without ACK, and datagrams. The visitors of the server itself come to its port.
const begun =
  '((tcp[tcpflags] & (tcp-syn|tcp-ack) == tcp-syn) or (ip6[6] == 6 and ip6[53] & 0x12 == 0x02) or udp)'
const filter = `${begun} and not dst port ${PORT}`
const sniffer = spawn(
  tcpdump.path,
  ['-i', 'any', '-n', '-q', '-l', '-t', '--immediate-mode', '-Z', 'root', filter],
  { env: { ...process.env, ...tcpdump.env }, stdio: ['ignore', 'pipe', 'pipe'] },
)
createInterface({ input: sniffer.stdout }).on('line', (line) => {
  const [, to, port] = / IP6? \S+ > ([0-9a-f.:]+?)(?:\.(\d+))?: /.exec(line) ?? []
  // The name server answers from a public address to the public one that it was asked from.
  if (to !== undefined && !isGlobal(to) && !to.startsWith('ff02::')) packets.add(`${to} ${port}`)
})
await once(createInterface({ input: sniffer.stderr }), 'line')

const flags = ['--accept-checks', '1000/day', '--proxies', '1', '--port', String(PORT), '--log-level', 'warn']
const server = spawn(
  process.execPath,
  [ENTRY, 'serve', '--web', folder, '--database', `${folder}/box.sqlite`, '--cache', cache, ...flags],
  { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'], env: environment() },
)
const said: string[] = []
createInterface({ input: server.stderr }).on('line', (line) => said.push(line))
await once(createInterface({ input: server.stdout }), 'line')

const api = `http://127.0.0.1:${PORT}/api/v1/checks`
async function ask(url: string, index: number): Promise<[status: number, answer: CheckAnswer | Failure]> {
  for (;;) {
    const response = await fetch(api, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': `198.51.100.${index % 250}` },
      body: JSON.stringify({ url }),
    })
    const answer = (await response.json()) as CheckAnswer | Failure
    // The queue is full: a patient attacker.
    if (response.status !== 429) return [response.status, answer]
    await sleep(1_000)
  }
}

const results: { answer: CheckAnswer | Failure; outcome: CheckAnswer | null; [key: string]: unknown }[] = []
for (const [index, [url, fate]] of URLS.entries()) {
  const [status, answer] = await ask(url, index)
  results.push({ url, fate, status, answer, outcome: null })
}
for (const result of results)
  while ('id' in result.answer && (result.outcome?.finishedAt ?? null) === null) {
    result.outcome = (await (await fetch(`${api}/${result.answer.id}`)).json()) as CheckAnswer
    if (result.outcome.finishedAt === null) await sleep(200)
  }
const alive = (await fetch(`http://127.0.0.1:${PORT}/checks`)).status
server.kill('SIGTERM')
const [code] = await once(server, 'exit')
// The traps are ones: a connection to each kind is seen, and its request counted.
const before = { reached: [...reached], packets: [...packets] }
for (const host of ['10.9.9.9', '[fd00::99]']) await (await fetch(`http://${host}/trap`)).text()
await sleep(500)
sniffer.kill()
const trapped = {
  reached: reached.length - before.reached.length,
  packets: packets.size - before.packets.length,
}
console.log(JSON.stringify({ results, ...before, said, served, alive, code, trapped }))
process.exit()
