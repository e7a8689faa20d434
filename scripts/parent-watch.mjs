// Loaded before the program: when the launcher is gone (kill -9), close in order instead of holding the port unseen.
if (process.channel) {
  process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  process.channel.unref()
}
