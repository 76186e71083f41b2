import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import type { QuicStack } from '../../crawler/quic/quic-stack.ts'
import { TIMEOUTS } from '../../crawler/survey/operation/context.ts'
import { describeEachQuicStack } from '../servers/quic-stacks.ts'
import type { FloodVisit } from './flood-visitor.ts'

/** Of one site: without a limit 4 MiB of CRYPTO frames take 100 MiB. */
const MOST_GROWN_MIB = 32

interface FloodServer extends AsyncDisposable {
  readonly ports: Readonly<Record<string, number>>
  readonly caFile: string
}

async function startFloods(): Promise<FloodServer> {
  const folder = await mkdtemp(join(tmpdir(), 'towline-floods-'))
  const child = spawn(process.execPath, [join(import.meta.dirname, 'flood-server.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  const { ports, ca } = JSON.parse(String(line)) as { ports: Record<string, number>; ca: string }
  const caFile = join(folder, 'ca.pem')
  await writeFile(caFile, ca)
  return {
    ports,
    caFile,
    async [Symbol.asyncDispose]() {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
      await rm(folder, { recursive: true })
    },
  }
}

async function visit({ ports, caFile }: FloodServer, flood: string, quic: QuicStack): Promise<FloodVisit> {
  const program = join(import.meta.dirname, 'flood-visitor.ts')
  const argv = [program, String(ports[flood]), String(ports.ok), caFile, JSON.stringify(quic)]
  const child = spawn(process.execPath, argv, { stdio: ['ignore', 'pipe', 'inherit'] })
  return JSON.parse(await text(child.stdout)) as FloodVisit
}

describeEachQuicStack((quic) => {
  test('a QUIC server that floods with frames to keep ends as quic_flood, within 32 MiB, harming no other site', async (t) => {
    await using server = await startFloods()
    for (const flood of Object.keys(server.ports).filter((name) => name !== 'ok')) {
      const { failure, detail, durationMs, grownMib, goodStatus } = await visit(server, flood, quic)
      t.diagnostic(`${flood}: ${failure} in ${durationMs?.toFixed(0)} ms, ${grownMib.toFixed(1)} MiB more`)
      assert.equal(failure, 'quic_flood', `${flood}: ${detail}`)
      assert.ok((durationMs ?? Infinity) < TIMEOUTS.siteMs, `${flood}: ${durationMs} ms`)
      assert.ok(grownMib < MOST_GROWN_MIB, `${flood}: ${grownMib} MiB`)
      assert.equal(goodStatus, 200, flood)
    }
  })
})
