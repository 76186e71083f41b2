import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { egressRules } from '../../../../crawler/probe/browser/egress-rules.ts'
import { findPacketTools } from '../../../../crawler/probe/packets/packet-tools.ts'
import { groupMembers, readProcess } from '../../../../crawler/process/group-members.ts'
import { until } from '../../../servers/until.ts'
import { noBrowser, openTestBrowser } from './probe-browser.ts'

const run = promisify(execFile)
const CACHE = join(import.meta.dirname, '../../../../.cache/towline')
const CLIENT = join(import.meta.dirname, 'egress-client.ts')

const NFT = findPacketTools(CACHE).nft

const REACHED = ['reached', 'reached']

/** Every place with whether a filtered process may reach it. The machine's name server is 127.0.0.53. */
const PLACES = {
  '9.9.9.9 443': true,
  '9.9.9.9 80': true,
  '9.9.9.9 8080': false,
  '9.9.9.9 53': false,
  '127.0.0.53 53': true,
  '127.0.0.53 443': false,
  '127.0.0.1 443': false,
  '10.1.2.3 443': false,
  '169.254.169.254 80': false,
  '192.168.1.1 80': false,
  '100.64.0.1 443': false,
  '2600::1 443': true,
  '2600::1 22': false,
  '::1 443': false,
  'fd00::1 443': false,
  '2002:a01:203::1 443': false,
  '64:ff9b::a01:203 443': false,
  '64:ff9b::909:909 443': true,
} as const

/** Why nft cannot be tried here; false where it can. */
function whyNoNft(): string | false {
  if (NFT === null) return 'nft is not there'
  const { status, stderr } = spawnSync('unshare', ['--net', NFT.path, 'add', 'table', 'inet', 'probe'], {
    env: NFT.env,
    encoding: 'utf8',
  })
  return status !== 0 && `no filter can be set here: ${stderr?.trim().split('\n')[0]}`
}

const skip = process.geteuid?.() === 0 ? whyNoNft() : 'only root may set it'

/** Runs the client in network namespaces of its own, with all places on the loopback. */
async function inNamespace(script: string): Promise<{ stdout: string; stderr: string }> {
  const addresses = [...new Set(Object.keys(PLACES).map((place) => place.split(' ')[0] ?? ''))]
  const add = addresses
    .filter((address) => !address.startsWith('127.') && address !== '::1')
    .map((address) => `ip addr add ${address}/${address.includes(':') ? '128 nodad' : '32'} dev lo`)
  return await run('unshare', [
    '--net',
    'sh',
    '-ec',
    [
      'ip link set lo up',
      ...add,
      `nft() { env LD_LIBRARY_PATH='${NFT?.env.LD_LIBRARY_PATH ?? ''}' ${NFT?.path} "$@"; }`,
      `client() { ${process.execPath} ${CLIENT} "$@"; }`,
      script,
    ].join('\n'),
  ])
}

test('a filtered process reaches web ports of global addresses and the name server, and nothing else, by TCP and UDP', {
  skip,
}, async () => {
  const { stdout } = await inNamespace(`client '${Object.keys(PLACES).join(',')}'`)
  const { inside, outside, refused } = JSON.parse(stdout)
  assert.deepEqual(
    Object.keys(PLACES).map((place) => [place, ...inside[place].map((said: string) => said === 'reached')]),
    Object.entries(PLACES).map(([place, may]) => [place, may, may]),
  )
  for (const place of Object.keys(PLACES)) assert.deepEqual(outside[place], REACHED, `unfiltered: ${place}`)
  assert.ok(refused >= 2 * Object.values(PLACES).filter((may) => !may).length, `${refused} refused`)
})

test('the sender of what is refused gets an error and does not wait', { skip }, async () => {
  const { stdout } = await inNamespace("client '10.1.2.3 443,9.9.9.9 8080,fd00::1 443'")
  const { inside } = JSON.parse(stdout)
  for (const said of Object.values<string[]>(inside).flat()) assert.notEqual(said, 'silent')
})

test('the filter goes with its run; that of a killed one goes with the next', { skip }, async () => {
  const { stdout } = await inNamespace(
    "client '9.9.9.9 443' keep >&2; nft list tables; client '9.9.9.9 443' >&2; nft list tables; echo end",
  )
  const [left, ...rest] = stdout.trim().split('\n')
  assert.match(left ?? '', /^table inet towline_egress_\d+_\d+$/)
  assert.deepEqual(rest, ['end'])
})

test('the rules name the group and every refused range, IPv4 wrapped in IPv6 too', () => {
  const rules = egressRules({ table: 'towline_egress_1_2', gid: 7, resolvers: [] })
  assert.match(rules, /meta skgid 7 jump guarded/)
  for (const range of ['10.0.0.0/8', '64:ff9b::a00:0/104', '2002:a00:0::/24', '2001:db8::/32'])
    assert.ok(rules.includes(range), range)
})

test('every process of a browser has the group id by which the filter knows it', {
  skip: process.geteuid?.() === 0 ? noBrowser : 'only root may set it',
}, async () => {
  const gid = 1_700_000_001
  await using browser = await openTestBrowser({ gid })
  // Some of its processes are short-lived.
  const statuses = () =>
    (groupMembers(browser.processGroup ?? 0) ?? [])
      .map(({ pid }) => readProcess(pid, 'status'))
      .filter((status) => status !== '')
  await until('its network service, a process of its own', () => statuses().length >= 3)
  for (const status of statuses())
    assert.match(status, new RegExp(`^Gid:\\t${gid}\\t${gid}\\t${gid}\\t${gid}$`, 'm'))
})
