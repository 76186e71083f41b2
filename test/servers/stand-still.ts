import { once } from 'node:events'
import net, { type AddressInfo } from 'node:net'

/** Two ends of one connection within this process: what is written to one is there for the other at once. */
export async function socketPair(): Promise<
  { readonly near: net.Socket; readonly far: net.Socket } & Disposable
> {
  const server = net.createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const near = net.connect((server.address() as AddressInfo).port, '127.0.0.1')
  const [[far]] = (await Promise.all([once(server, 'connection'), once(near, 'connect')])) as [
    [net.Socket],
    unknown,
  ]
  server.close()
  return {
    near,
    far,
    [Symbol.dispose]() {
      near.destroy()
      far.destroy()
    },
  }
}

/** As on a machine that had no processor for us, or was stopped: no event is heard and no timer called meanwhile. */
export function standStill(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}
