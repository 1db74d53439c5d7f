/** What the budget functions give, the slow and obvious way: units handed out one by one, accounts read again from their log. */

export type Amount = number | "Infinity";

export interface PolicyInput {
  readonly shareOfHeadroom?: number;
  readonly minOutputBytes?: number;
  readonly floorPolicy?: "strict" | "shared";
  readonly maxOutputTokens?: Amount;
  readonly maxLines?: number;
  readonly inflation?: number;
  readonly bytesPerChar?: number;
  readonly enforce?: "bytes" | "tokens";
}

export interface BoundInput extends PolicyInput {
  /** `null`: blind. */
  readonly headroom: Amount | null;
  readonly calls?: number;
}

export interface ExpectedBound {
  readonly maxBytes: Amount;
  readonly maxLines?: number;
  readonly maxTokens?: Amount;
  readonly tokens: Amount;
  readonly source: "share" | "floor" | "ceiling" | "blind";
}

export type LedgerStep =
  | { readonly open: string; readonly calls?: number; readonly headroom?: number }
  | { readonly boundFor: string; readonly call: string }
  | { readonly settle: string; readonly call: string; readonly bytes: number }
  | { readonly status: string }
  | { readonly close: string };

export interface ExpectedStatus {
  readonly calls?: number;
  readonly settled: number;
  readonly spentBytes: number;
  readonly leftBytes?: number;
}

/** JSON has no infinity. */
export function numberOf(amount: Amount): number {
  return amount === "Infinity" ? Number.POSITIVE_INFINITY : amount;
}

export function amountOf(value: number): Amount {
  return value === Number.POSITIVE_INFINITY ? "Infinity" : value;
}

export function referenceHeadroom({
  contextWindow,
  reserveTokens,
  usedTokens,
}: {
  readonly contextWindow?: number;
  readonly reserveTokens?: number;
  readonly usedTokens?: number | null;
}): number | null {
  if (contextWindow === undefined || usedTokens === undefined || usedTokens === null) return null;
  const left = contextWindow - (reserveTokens ?? 0) - usedTokens;
  return left < 0 ? 0 : Math.floor(left);
}

export function referenceBound({ headroom, calls = 1, ...policy }: BoundInput): ExpectedBound {
  if (headroom === null) return ceiling(policy, "blind");
  return boundOf(numberOf(headroom), 0, calls, policy);
}

/** What one more of `calls` may take, where `taken` tokens are spent or reserved. */
function boundOf(headroom: number, taken: number, calls: number, policy: PolicyInput): ExpectedBound {
  const { shareOfHeadroom = 0.25, minOutputBytes = 4096, floorPolicy = "strict" } = policy;
  const allowance = shareOfHeadroom === 0 ? 0 : headroom * shareOfHeadroom;
  const share = Math.floor(Math.max(0, allowance - taken) / calls);
  const free = bytesOf(Math.max(0, headroom - taken) / calls, policy);
  const floor = floorPolicy === "shared" && free < minOutputBytes ? free : minOutputBytes;

  const isFloor = bytesOf(share, policy) < floor;
  const bytes = isFloor ? floor : bytesOf(share, policy);
  const tokens = isFloor ? Math.ceil(tokensOf(floor, policy)) : share;
  const most = ceiling(policy, "ceiling");
  if (bytes > numberOf(most.maxBytes) || tokens > numberOf(most.tokens)) return most;
  return boundFrom(bytes, tokens, isFloor ? "floor" : "share", policy);
}

function ceiling(policy: PolicyInput, source: "ceiling" | "blind"): ExpectedBound {
  const tokens = numberOf(policy.maxOutputTokens ?? 26_000);
  return boundFrom(bytesOf(tokens, policy), tokens, source, policy);
}

function boundFrom(bytes: number, tokens: number, source: ExpectedBound["source"], policy: PolicyInput): ExpectedBound {
  return {
    maxBytes: amountOf(bytes),
    ...(policy.maxLines === undefined ? {} : { maxLines: policy.maxLines }),
    ...(policy.enforce === "tokens" ? { maxTokens: amountOf(tokens) } : {}),
    tokens: amountOf(tokens),
    source,
  };
}

function bytesOf(tokens: number, { inflation = 2, bytesPerChar = 4 }: PolicyInput): number {
  return Math.floor((tokens * bytesPerChar) / inflation);
}

function tokensOf(bytes: number, { inflation = 2, bytesPerChar = 4 }: PolicyInput): number {
  return (bytes * inflation) / bytesPerChar;
}

/** Each step's answer: a Bound, a status, or `null`. All is found from the steps before it. */
export function referenceLedger(
  policy: PolicyInput,
  steps: readonly LedgerStep[],
): (ExpectedBound | ExpectedStatus | null)[] {
  const answers: (ExpectedBound | ExpectedStatus | null)[] = [];
  for (const [index, step] of steps.entries()) {
    const before = steps.slice(0, index);
    if ("boundFor" in step) answers.push(boundAfter(before, answers, step.boundFor, step.call, policy));
    else answers.push("status" in step ? statusAfter(before, answers, step.status, policy) : null);
  }
  return answers;
}

function boundAfter(
  before: readonly LedgerStep[],
  answers: readonly unknown[],
  batch: string,
  call: string,
  policy: PolicyInput,
): ExpectedBound {
  const { calls = 0, headroom, spent, reserved } = accountOf(before, answers, batch);
  spent.delete(call);
  reserved.delete(call);
  if (headroom === undefined) return ceiling(policy, "blind");
  const taken = tokensOf(sumOf(spent) + sumOf(reserved), policy);
  return boundOf(headroom, taken, Math.max(1, calls - spent.size - reserved.size), policy);
}

function statusAfter(
  before: readonly LedgerStep[],
  answers: readonly unknown[],
  batch: string,
  policy: PolicyInput,
): ExpectedStatus {
  const { calls, headroom, spent, reserved } = accountOf(before, answers, batch);
  const all = headroom === undefined ? undefined : bytesOf(headroom * (policy.shareOfHeadroom ?? 0.25), policy);
  return {
    ...(calls === undefined ? {} : { calls }),
    settled: spent.size,
    spentBytes: sumOf(spent),
    ...(all === undefined ? {} : { leftBytes: Math.max(0, all - sumOf(spent) - sumOf(reserved)) }),
  };
}

/** What the log says of a batch since it was opened. */
function accountOf(before: readonly LedgerStep[], answers: readonly unknown[], batch: string) {
  let [calls, headroom]: [number | undefined, number | undefined] = [undefined, undefined];
  let spent = new Map<string, number>();
  let reserved = new Map<string, number>();
  for (const [index, step] of before.entries()) {
    if ("open" in step && step.open === batch) {
      if (step.calls !== undefined && step.calls > (calls ?? 0)) calls = step.calls;
      headroom ??= step.headroom;
    }
    if ("boundFor" in step && step.boundFor === batch) {
      spent.delete(step.call);
      reserved.set(step.call, numberOf((answers[index] as ExpectedBound).maxBytes));
    }
    if ("settle" in step && step.settle === batch) {
      reserved.delete(step.call);
      spent.set(step.call, step.bytes);
    }
    if ("close" in step && step.close === batch) {
      [calls, headroom] = [undefined, undefined];
      [spent, reserved] = [new Map(), new Map()];
    }
  }
  return { calls, headroom, spent, reserved };
}

function sumOf(account: ReadonlyMap<string, number>): number {
  return [...account.values()].reduce((sum, bytes) => sum + bytes, 0);
}

/** Each unit goes to a result that wants more and has the least, the first of these; but floors are given first, unasked. */
export function referenceAllocate(sizes: readonly number[], budget: number, floor = 0): number[] {
  const given = sizes.map((size) => Math.min(size, floor));
  let left = budget - given.reduce((sum, bytes) => sum + bytes, 0);
  for (; left > 0; left--) {
    const hungry = [...sizes.keys()].filter((index) => (given[index] as number) < (sizes[index] as number));
    if (hungry.length === 0) break;
    const least = Math.min(...hungry.map((index) => given[index] as number));
    const next = hungry.find((index) => given[index] === least) as number;
    given[next] = (given[next] as number) + 1;
  }
  return given;
}
