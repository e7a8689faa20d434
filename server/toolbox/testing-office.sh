#!/bin/sh
# Stands for a LibreOffice that gives its version and then does nothing; one told to stick never ends.
[ "$1" = --version ] && echo 'LibreOffice 7.4.0' && exit 0
case "$*" in *stick*) sleep 300 ;; esac
