import { join } from 'node:path'
import { shardAddress } from '../../network/addresses.ts'
import { makeAuthority } from '../../network/authority.ts'
import type { LabHost } from '../../network/messages.ts'
import { labPage } from '../../pages/page.ts'
import { pageFiles } from '../../pages/page-files.ts'
import { writePageFiles } from '../../pages/write-page-files.ts'
import type { Certificate } from '../../sandbox/site/certificates.ts'
import type { LoadResource } from '../order.ts'
import type { LoadPlan } from '../plan/load-plan.ts'

/** The page of a load plan as servers serve it, and as page users expect it. */
export interface LoadPage {
  readonly www: string
  readonly caFile: string
  readonly certificate: Certificate
  /** The document first. */
  readonly resources: readonly LoadResource[]
}

/** The one host of a plan's page. */
export function loadHost({ page }: Pick<LoadPlan, 'page'>): LabHost {
  return { name: `${page}.test`, address: shardAddress(0) }
}

/** Writes the page of a plan below `folder`, with an authority and the certificate of its host. */
export async function writeLoadPage(folder: string, plan: LoadPlan): Promise<LoadPage> {
  const { name } = loadHost(plan)
  const files = pageFiles(labPage(plan.page, { shards: 1, seed: plan.seed }), [name])
  const www = join(folder, 'www')
  await writePageFiles(www, files)
  const authority = await makeAuthority(join(folder, 'certificates'))
  return {
    www,
    caFile: authority.caFile,
    certificate: await authority.issue('page', [name]),
    resources: files.map(({ host, path, body }) => ({ host, path, status: 200, bodyBytes: body.length })),
  }
}
