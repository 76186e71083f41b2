import type { Meta } from '../../../server/contract/contract.ts'
import { type Api, createApi } from '../../../web/client/api.ts'
import { afterAll } from '../../runner/after-all.ts'
import { type Served, served } from '../../server/served.ts'

export interface ServedApi {
  readonly server: Served
  readonly api: Api
  readonly meta: Meta
  /** One that has not asked for anything yet: the other keeps what it was answered. */
  freshApi(): Api
}

const resources = new AsyncDisposableStack()
let shared: Promise<ServedApi> | null = null
afterAll(() => resources.disposeAsync())

/** The API of a real server over the fixture's data, shared by all tests of a process. */
export function servedApi(): Promise<ServedApi> {
  shared ??= openServedApi()
  return shared
}

/** The same with data of its own, which tests may change. */
export async function openServedApi(): Promise<ServedApi> {
  const server = resources.use(await served())
  const freshApi = () => createApi(new Map(), new AbortController().signal, server.url)
  const api = freshApi()
  return { server, api, freshApi, meta: await api.get('meta', '/meta') }
}
