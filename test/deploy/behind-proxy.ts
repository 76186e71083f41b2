import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from 'node:tls'
import { cacheFolder } from '../../crawler/process/cache-folder.ts'
import { nginxCommand, nginxText } from '../../lab/sandbox/server/nginx.ts'
import { findPrograms, type Programs } from '../../lab/sandbox/server/programs.ts'
import { makeAuthority } from '../servers/certificates.ts'
import { deployFile, withReplaced } from './deploy-files.ts'

export const HOST = 'towline.example.org'

/** A proxy with the configuration of deploy/ on free ports of 127.0.0.1. */
export interface RunningProxy extends AsyncDisposable {
  readonly httpPort: number
  readonly httpsPort: number
  /** Of the certificate authority. */
  readonly caFile: string
}

/** Starts a proxy in front of a server at that port of 127.0.0.1, with its own files in a folder. */
export type StartProxy = (upstreamPort: number, folder: string) => Promise<RunningProxy>

interface Ports {
  readonly httpPort: number
  readonly httpsPort: number
}

/** Why there can be no proxy here; false where there can. */
export function whyNoProxies(): string | false {
  try {
    findPrograms(cacheFolder())
    return false
  } catch (error) {
    return (error as Error).message
  }
}

/** With the authority that Caddy makes itself for names that no public one certifies. */
export const startCaddyProxy: StartProxy = (upstreamPort, folder) =>
  onFreePorts(async (ports) => {
    const site = join(folder, 'towline.caddy')
    await writeFile(
      site,
      withReplaced(deployFile('Caddyfile'), { '127.0.0.1:8080': `127.0.0.1:${upstreamPort}` }),
    )
    const config = join(folder, 'Caddyfile')
    await writeFile(
      config,
      `{
	admin off
	local_certs
	skip_install_trust
	default_bind 127.0.0.1
	http_port ${ports.httpPort}
	https_port ${ports.httpsPort}
}
import ${site}
`,
    )
    const { path, env } = findPrograms(cacheFolder())
    // Caddy writes below these, and nowhere else.
    const home = { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
    const caFile = join(folder, 'caddy/pki/authorities/local/root.crt')
    return run(
      [path.caddy, 'run', '--config', config, '--adapter', 'caddyfile'],
      { ...env, ...home },
      {
        ...{ ...ports, caFile },
        isReady: () => answersTls(ports.httpsPort, caFile),
      },
    )
  })

export const startNginxProxy: StartProxy = (upstreamPort, folder) =>
  onFreePorts(async (ports) => {
    const authority = makeAuthority()
    const { key, cert } = authority.leaf({ altNames: `DNS:${HOST}` })
    const letsEncrypt = `/etc/letsencrypt/live/${HOST}`
    const caFile = join(folder, 'ca.crt')
    await writeFile(join(folder, 'fullchain.pem'), cert)
    await writeFile(join(folder, 'privkey.pem'), key)
    await writeFile(caFile, authority.ca)
    const site = withReplaced(deployFile('nginx.conf'), {
      '127.0.0.1:8080': `127.0.0.1:${upstreamPort}`,
      [letsEncrypt]: folder,
      // A machine may have no IPv6.
      '    listen [::]:80;\n': '',
      '    listen [::]:443 ssl http2;\n': '',
      'listen 80;': `listen 127.0.0.1:${ports.httpPort};`,
      'listen 443 ': `listen 127.0.0.1:${ports.httpsPort} `,
    })
    await writeFile(join(folder, 'nginx.conf'), nginxText([], site, folder))
    const { path, env } = findPrograms(cacheFolder())
    const { argv } = nginxCommand(path.nginx, env, folder)
    return run(argv, env, {
      ...{ ...ports, caFile },
      // Its file is written when it listens: until then somebody else may.
      isReady: async () => existsSync(join(folder, 'nginx.pid')),
    })
  })

/** Tries ports below those that systems give to whoever asks for any, until both are free. */
async function onFreePorts(start: (ports: Ports) => Promise<RunningProxy | null>): Promise<RunningProxy> {
  for (;;) {
    const [httpPort, httpsPort] = [randomInt(10_000, 21_000), randomInt(21_000, 32_000)]
    const proxy = await start({ httpPort, httpsPort })
    if (proxy !== null) return proxy
  }
}

interface Running extends Ports {
  readonly caFile: string
  readonly isReady: () => Promise<boolean>
}

/** Null where one of its ports is taken. */
async function run(
  [program = '', ...rest]: readonly string[],
  env: NodeJS.ProcessEnv | Programs['env'],
  { isReady, ...proxy }: Running,
): Promise<RunningProxy | null> {
  const child = spawn(program, rest, { env: { ...env }, stdio: ['ignore', 'ignore', 'pipe'] })
  const ended = once(child, 'close')
  await using resources = new AsyncDisposableStack()
  resources.defer(async () => {
    child.kill()
    await ended
  })
  let log = ''
  child.stderr.on('data', (text: Buffer) => {
    log += text.toString()
  })
  while (!(await isReady())) {
    if (child.exitCode !== null || child.signalCode !== null) {
      await ended
      if (/address already in use/i.test(log)) return null
      throw new Error(`${program} ended: ${log}`)
    }
    await sleep(20)
  }
  const running = resources.move()
  return { ...proxy, [Symbol.asyncDispose]: () => running.disposeAsync() }
}

/** Caddy listens before it has its certificate. */
async function answersTls(port: number, caFile: string): Promise<boolean> {
  if (!existsSync(caFile)) return false
  const socket = connect({ host: '127.0.0.1', port, servername: HOST, ca: readFileSync(caFile) })
  try {
    await once(socket, 'secureConnect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
