const RESOURCE_KINDS = ['document', 'stylesheet', 'script', 'image', 'font', 'fetch'] as const
export type ResourceKind = (typeof RESOURCE_KINDS)[number]

/** HTML, 2.5.8: fetch priority attributes. */
export type FetchPriority = 'high' | 'low'
