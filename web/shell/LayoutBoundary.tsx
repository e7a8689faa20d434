import { Button } from 'antd'
import { Component, type ErrorInfo, type ReactNode } from 'react'
import { useTexts } from '#web/kernel/language.ts'
import { logFault } from '#web/kernel/local-log.ts'
import { retryLayouts } from './layouts.ts'
import { texts } from './texts.ts'

type Props = { children: ReactNode }

/** A layout that cannot be loaded or drawn leaves a plain head; the pages in their tabs go on. */
export class LayoutBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false }
  private tried = false
  static getDerivedStateFromError() {
    return { failed: true }
  }
  override componentDidCatch(fault: Error, info: ErrorInfo) {
    console.error(fault, info.componentStack)
    logFault('page', fault, info.componentStack ?? '')
  }
  override render() {
    return this.state.failed ? <LayoutFailed onRetry={this.retry} /> : this.props.children
  }
  /** A browser may remember that a script did not come: the second time the window is loaded anew. */
  private retry = () => {
    if (this.tried) location.reload()
    this.tried = true
    retryLayouts()
    this.setState({ failed: false })
  }
}

function LayoutFailed({ onRetry }: { onRetry: () => void }) {
  const t = useTexts(texts)
  return (
    <header className="top-bar layout-failed no-print" role="alert">
      <strong>{t('layoutError')}</strong>
      <span className="second wide-only">{t('layoutErrorText')}</span>
      <Button onClick={onRetry}>{t('refreshTab')}</Button>
    </header>
  )
}
