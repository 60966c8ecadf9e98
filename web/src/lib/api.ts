// Requests to the server: JSON over POST, and streams of events while something thinks.

import { t, type Word } from './words.svelte';

export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly body: unknown,
    message: string,
  ) {
    super(message);
  }
}

const headers = { 'Content-Type': 'application/json' };

/** What went wrong, by the status; the server's own words, which are English, are the detail. */
const refusals: Record<number, Word> = {
  400: 'refusedInput', 404: 'refusedUnknown', 409: 'refusedNow', 413: 'refusedLarge', 429: 'refusedBusy', 503: 'refusedBusy',
};

async function failure(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => null);
  const why = (body as { error?: string } | null)?.error ?? response.statusText;
  return new ApiError(response.status, body, t(refusals[response.status] ?? 'refused', { why }));
}

export async function post<T>(name: string, body: object = {}): Promise<T> {
  const response = await fetch(`/api/${name}`, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!response.ok) throw await failure(response);
  return (await response.json()) as T;
}

export type OnEvent = (event: string, data: unknown) => void;

/** Calls `on` with each event of the answer, until its end. An event `error` is thrown. */
export async function stream(name: string, body: object, on: OnEvent, signal?: AbortSignal): Promise<void> {
  const response = await fetch(`/api/${name}`, { method: 'POST', headers, body: JSON.stringify(body), signal });
  if (!response.ok || !response.body) throw await failure(response);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    text += value;
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const event = /^event: (.*)\ndata: (.*)$/.exec(text.slice(0, end));
      text = text.slice(end + 2);
      if (!event) continue;
      const data: unknown = JSON.parse(event[2]!);
      if (event[1] === 'error') throw new ApiError(200, data, t('refused', { why: (data as { error: string }).error }));
      if (event[1] !== 'end') on(event[1]!, data);
    }
  }
}

/** The one answer of a stream. `soFar` is told what a short look says. */
export async function ask<T>(body: object, signal?: AbortSignal, soFar?: (answer: T) => void): Promise<T> {
  let answer: T | undefined;
  const on = (event: string, data: unknown) => {
    if (event === 'answer') answer = data as T;
    if (event === 'so_far') soFar?.(data as T);
  };
  await stream('ask', body, on, signal);
  if (answer === undefined) throw new ApiError(200, null, t('serverGone'));
  return answer;
}
