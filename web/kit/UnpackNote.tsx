import { useTexts } from '#web/kernel/language.ts'
import type { jobResult } from './job-result.ts'
import { texts } from './texts.ts'

type Unpacked = NonNullable<ReturnType<typeof jobResult>['unpacked']>

/** What came out of an archive; what was left out by name, with the reason of each. */
export function UnpackNote({ of: { files, skipped, told }, most }: { of: Unpacked; most: number }) {
  const t = useTexts(texts)
  const shown = told.slice(0, most)
  return (
    <div className="unpack-note">
      <span className="second">{t(skipped > 0 ? 'unpackLeft' : 'unpackDone', { files, skipped })}</span>
      {shown.length > 0 && (
        <ul>
          {shown.map(({ name, why }) => (
            <li key={name}>
              <span className="unpack-name" title={name}>
                {name}
              </span>
              <span className="third">{why}</span>
            </li>
          ))}
          {skipped > shown.length && <li className="third">{t('unpackMore', { skipped })}</li>}
        </ul>
      )}
    </div>
  )
}
