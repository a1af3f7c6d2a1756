@echo off
rem Starts Tracker with the Node that comes with it, from wherever this folder lies.
"%~dp0node\bin\node.exe" "%~dp0bin\tracker.js" %*
