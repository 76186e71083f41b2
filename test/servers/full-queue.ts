import { spawn } from 'node:child_process'
import { once } from 'node:events'
import net from 'node:net'

/** Listens with room for one connection and never accepts any: it sleeps. */
const SLEEPER = `
  const server = require('node:net').createServer().listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
    require('node:fs').writeSync(1, server.address().port + '\\n')
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
  })`

/** A port that answers no SYN any more, since its listen queue is full. */
export async function fullQueue(): Promise<{ port: number } & AsyncDisposable> {
  const child = spawn(process.execPath, ['--eval', SLEEPER], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = await once(child.stdout, 'data')
  const port = Number.parseInt(String(line), 10)
  const queued = Array.from({ length: 4 }, () => net.connect(port, '127.0.0.1').on('error', () => {}))
  await once(queued[0] as net.Socket, 'connect')
  return {
    port,
    async [Symbol.asyncDispose]() {
      for (const socket of queued) socket.destroy()
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}
