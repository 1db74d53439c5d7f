import { checkAmount, checkObject, checkString } from "../internal/check.js";

/** What a {@link Calibrator} has learned: plain data, safe to keep as JSON. @public */
export interface CalibratorState {
  /** Of this form. */
  readonly version: 1;
  /** Models, the one seen last at the end, each with its latest ratios of actual to estimated tokens. */
  readonly models: readonly (readonly [modelId: string, ratios: readonly number[]])[];
}

/** @throws TypeError or RangeError that names the field, for what no calibrator wrote */
export function checkState(name: string, value: unknown): CalibratorState {
  const { version, models } = checkObject(name, value) as Partial<CalibratorState>;
  if (version !== 1) throw new RangeError(`${name}.version must be 1`);
  if (!Array.isArray(models)) throw new TypeError(`${name}.models must be an array`);
  for (const entry of models as readonly unknown[]) {
    if (!Array.isArray(entry) || !Array.isArray(entry[1])) throw new TypeError(`${name}.models must hold pairs`);
    checkString(`${name}.models`, entry[0]);
    for (const ratio of entry[1]) checkAmount(`${name}.models`, ratio);
  }
  return value as CalibratorState;
}
