import { Component, type ErrorInfo, type ReactNode } from 'react'
import { nowLanguage, sayIn } from '#web/kernel/language.ts'
import { logFault } from '#web/kernel/local-log.ts'
import { complain } from '#web/kernel/notices.ts'
import { CallError } from '#web/kernel/transport.ts'
import { texts } from './texts.ts'

type Props = {
  /** What asked for it is told, so that it can be asked for again. */
  onFail?: () => void
  /** Stands where it would have stood; nothing unless said. */
  instead?: ReactNode
  children: ReactNode
}

/**
 * Around what is loaded only when it is asked for and lies over the frame: one that does not come (a new version was put up, the
 * network is gone) is said in a toast and takes nothing of the window with it.
 */
export class PieceBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false }
  static getDerivedStateFromError() {
    return { failed: true }
  }
  override componentDidCatch(fault: Error, info: ErrorInfo) {
    console.error(fault, info.componentStack)
    logFault('page', fault, info.componentStack ?? '')
    complain(new CallError(sayIn(texts, 'pieceFailed', nowLanguage()), 0))
    this.props.onFail?.()
  }
  override render() {
    return this.state.failed ? this.props.instead : this.props.children
  }
}
