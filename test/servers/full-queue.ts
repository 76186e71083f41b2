import { spawn } from 'node:child_process'
import { once } from 'node:events'
import net from 'node:net'

/** Listens with room for so many connections and accepts none: it sleeps until it reads a byte. */
const SLEEPER = `
  const backlog = Number(process.argv[1])
  const server = require('node:net').createServer().listen({ port: 0, host: '127.0.0.1', backlog }, () => {
    require('node:fs').writeSync(1, server.address().port + '\\n')
    if (require('node:fs').readSync(0, Buffer.alloc(1)) === 0) process.exit()
  })`

interface Listener extends AsyncDisposable {
  readonly port: number
  /** From now on it accepts. */
  wake(): void
}

/** A port whose listen queue takes so many connections and one more (Linux), and whose server takes none of them. */
export async function sleepingListener(backlog: number): Promise<Listener> {
  const child = spawn(process.execPath, ['--eval', SLEEPER, String(backlog)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const [line] = await once(child.stdout, 'data')
  return {
    port: Number.parseInt(String(line), 10),
    wake: () => child.stdin.write('w'),
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}

/** A port that answers no SYN any more, since its listen queue is full. */
export async function fullQueue(): Promise<Listener> {
  const listener = await sleepingListener(1)
  const { port } = listener
  const queued = Array.from({ length: 4 }, () => net.connect(port, '127.0.0.1').on('error', () => {}))
  await once(queued[0] as net.Socket, 'connect')
  return {
    port,
    wake: listener.wake,
    async [Symbol.asyncDispose]() {
      for (const socket of queued) socket.destroy()
      await listener[Symbol.asyncDispose]()
    },
  }
}
